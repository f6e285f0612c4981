import { useState } from 'react'
import { copy } from '../ui/parts/marks/drawings.ts'
import { Icon } from '../ui/parts/marks/icons.tsx'
import own from './rows.module.css'
import { shortId } from './words.ts'

/** Copies an id, hash or address as a whole, and says so beside the button. */
export function Copy({ text }: { text: string }) {
  const [said, say] = useState('')
  return (
    <>
      <button
        type="button"
        className={own.copy}
        aria-label={`Copy …${shortId(text)}`}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => say('Copied'),
            () => say(`Not copied, select it: ${text}`),
          )
        }
      >
        <Icon name={copy} size={14} />
      </button>
      <span className={own.said} aria-live="polite">
        {said}
      </span>
    </>
  )
}
