import { HEAD, TAIL } from './address-button.tsx'
import css from './withdrawal.module.css'

/** An address in full, to be compared: both ends bold, the rest in fours. `wrongAt`: the place of a wrong character. */
export function WholeAddress({ address, wrongAt = -1 }: { address: string; wrongAt?: number | undefined }) {
  const middle = address.slice(HEAD, -TAIL).match(/.{1,4}/g) ?? []
  const groups = address.length > HEAD + TAIL ? [address.slice(0, HEAD), ...middle, address.slice(-TAIL)] : [address]
  const places = groups.map((_, at) => groups.slice(0, at).join('').length)
  return (
    <span className={css.whole} translate="no">
      {groups.map((group, at) => {
        const wrong = wrongAt - (places[at] ?? 0)
        const isEnd = at === 0 || at === groups.length - 1
        return (
          <span key={places[at]} data-end={isEnd ? '' : undefined}>
            {wrong >= 0 && wrong < group.length ? (
              <>
                {group.slice(0, wrong)}
                <mark>{group[wrong]}</mark>
                {group.slice(wrong + 1)}
              </>
            ) : (
              group
            )}
          </span>
        )
      })}
    </span>
  )
}
