/** The icons of the first screen, on a 24 px grid, as path data. `drawings.ts` has those of other pages. */
const named = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  markets: 'M5 11v9M12 4v16M19 8v12',
  trade: 'm4 17 5.5-6 4 3.5L20 7',
  arbitrage: 'm12 3.5 7.4 4.25v8.5L12 20.5l-7.4-4.25v-8.5z',
  assets: 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 9.5h16',
  account: 'M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5zM4.5 20.5c.6-3.2 3.6-5 7.5-5s6.9 1.8 7.5 5',
  back: 'm14.5 5-7 7 7 7',
  forward: 'm9.5 6 6 6-6 6',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  warning: 'M12 4 2.9 19.5h18.2zM12 10v4.5M12 17.2h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11.5V16M12 8.2h.01',
} satisfies Record<string, string>

/** Path data of a page's own icon. */
export type Drawing = `M${string}`

type FirstName = keyof typeof named

export type IconName = FirstName | Drawing

export const iconNames = /* @__PURE__ */ Object.keys(named) as FirstName[]

const isFirst = (name: IconName): name is FirstName => name in named

/**
 * An icon is decorative: adjacent text has its meaning.
 *
 * @param size edge in px, 24 by default
 */
export function Icon({
  name,
  size = 24,
  className,
}: {
  name: IconName
  size?: number
  className?: string | undefined
}) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={isFirst(name) ? named[name] : name} />
    </svg>
  )
}
