import css from './key-caps.module.css'

/** Keys as they are drawn on a keyboard. */
export const KeyCaps = ({ keys }: { keys: readonly string[] }) =>
  keys.map((key) => (
    <kbd key={key} className={css.key}>
      {key}
    </kbd>
  ))
