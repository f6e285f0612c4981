import css from './share-slider.module.css'

/** A slider for a percentage of the maximum, with a label. */
export function ShareSlider({
  label,
  share,
  words,
  onChange,
  disabled = false,
}: {
  label: string
  share: number
  words: string
  onChange: (share: number) => void
  disabled?: boolean
}) {
  return (
    <div className={css.slider}>
      <input
        type="range"
        className={css.range}
        aria-label={label}
        aria-valuetext={words}
        min={0}
        max={100}
        step={1}
        value={share}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className={css.share} aria-hidden="true">
        {words}
      </span>
    </div>
  )
}
