import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { changeTheme, startTheme, useTheme } from '../app/theme.ts'
import { loadTexts, startI18n } from '../i18n/index.ts'
import { Choice } from '../parts/fields/choice.tsx'
import { bell } from '../parts/marks/drawings.ts'
import { Header, HeaderAction } from '../parts/page/header.tsx'
import { useHashPath } from '../router/router.ts'
import '../styles/index.css'
import { ControlsPreview } from './controls.tsx'
import css from './preview.module.css'
import { StatesPreview } from './states.tsx'
import { TradePreview } from './trade.tsx'
import { ValuesPreview } from './values.tsx'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Every component in every state: open it with `npm run dev` at `/src/ui/preview/`. Not in any build. */
function Preview() {
  const { scheme: theme, swap } = useTheme()
  return (
    <Router hook={useHashPath}>
      <div className={css.page}>
        <Header title="Parts" back="/" trailing={<HeaderAction icon={bell} label="Messages" onClick={() => {}} />} />
        <main>
          <section className={css.section}>
            <Choice legend="Theme" options={themes} value={theme} onChange={(next) => changeTheme({ scheme: next })} />
            <Choice
              legend="Price colours"
              options={[
                { value: 'green', label: 'Green up' },
                { value: 'red', label: 'Red up' },
              ]}
              value={swap ? 'red' : 'green'}
              onChange={(next) => changeTheme({ swap: next === 'red' })}
            />
          </section>
          <ControlsPreview />
          <ValuesPreview />
          <TradePreview />
          <StatesPreview />
        </main>
      </div>
    </Router>
  )
}

startTheme()
await startI18n()
await loadTexts('messages', 'shared')
const root = document.getElementById('root')
if (root) createRoot(root).render(<Preview />)
