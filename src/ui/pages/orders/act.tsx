import css from './order-form.module.css'

/** What a button does, with its details: above a keyboard there is room for the act alone. */
export const Act = ({ act, detail }: { act: string; detail: string }) => (
  <>
    {act}
    <span className={css.detail}>{` · ${detail}`}</span>
  </>
)
