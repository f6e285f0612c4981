import { useRef } from 'react'
import { Button } from '../ui/parts/buttons/button.tsx'
import shared from './admin.module.css'
import css from './bar.module.css'
import { turnShortcuts, useKeys, useShortcuts } from './keys.ts'

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' }
const nameOf = (key: string) => NAMES[key] ?? key.toUpperCase()

/** The shortcuts of this page, as far as there is room, and a dialog with all of them. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { listed, isOn } = useShortcuts()
  useKeys({ '?': { words: 'All shortcuts', act: () => dialog.current?.showModal() } })
  return (
    <div className={css.keys}>
      {isOn &&
        listed
          .filter(({ key }) => key !== '?')
          .map(({ key, words }) => (
            <span key={key}>
              <kbd className={css.key}>{nameOf(key)}</kbd> {words}
            </span>
          ))}
      <button type="button" aria-keyshortcuts="?" onClick={() => dialog.current?.showModal()}>
        <kbd className={css.key}>?</kbd> All shortcuts
      </button>
      <dialog ref={dialog} className={css.dialog} aria-label="Shortcuts">
        <h2 className={css.brand}>Shortcuts of this page</h2>
        <dl className={css.all}>
          {[...listed, { key: 'Enter', words: 'Open the row or picture that has the focus' }].map(({ key, words }) => (
            <div key={key}>
              <dt>
                <kbd className={css.key}>{nameOf(key)}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <label className={shared.choice}>
          <input type="checkbox" checked={isOn} onChange={({ target }) => turnShortcuts(target.checked)} />
          Use shortcuts, on this device
        </label>
        <Button kind="quiet" small onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </dialog>
    </div>
  )
}
