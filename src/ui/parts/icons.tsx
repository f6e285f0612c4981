/** Small line drawings on a 24 px grid, as the data of a path. They carry no words: what they stand beside says what they mean. */
const drawings = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  markets: 'M5 11v9M12 4v16M19 8v12',
  trade: 'm4 17 5.5-6 4 3.5L20 7',
  arbitrage: 'm12 3.5 7.4 4.25v8.5L12 20.5l-7.4-4.25v-8.5z',
  assets: 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 9.5h16',
  account: 'M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5zM4.5 20.5c.6-3.2 3.6-5 7.5-5s6.9 1.8 7.5 5',
  back: 'm14.5 5-7 7 7 7',
  forward: 'm9.5 6 6 6-6 6',
  down: 'm6 9.5 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  deposit: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14',
  withdraw: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  swap: 'M7 8h11M15 5l3 3-3 3M17 16H6M9 13l-3 3 3 3',
  loan: 'M5 8.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM8.5 8.5V5h7v3.5',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5z',
  eyeOff:
    'M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5s-1 1.9-2.9 3.6M6 7.6C3.7 9.4 2.5 12 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5s-1.2 6.1-3.5 8.5c-2.3-2.4-3.5-5.2-3.5-8.5S9.7 5.9 12 3.5z',
  language: 'M4 6h9M8.5 4v2M11 6c-1 4-3.5 6.5-7 8M6 9c1.3 2.2 3 3.8 5.5 5M12.5 20l4-9 4 9M14 17h5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  wallet: 'M5 6.5h13a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2h10M16 13.2h.01',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4',
  warning: 'M12 4 2.9 19.5h18.2zM12 10v4.5M12 17.2h.01',
  camera:
    'M4 8.5h3.2L8.8 6h6.4l1.6 2.5H20a1 1 0 0 1 1 1v8.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  identity:
    'M3.5 6h17v12h-17zM8.5 12.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.8 15.4a2.9 2.9 0 0 1 5.4 0M14 10h4M14 13.5h4',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h4',
  device: 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11.5V16M12 8.2h.01',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  signOut: 'M10 4.5H5v15h5M9.5 12h10M16 8.5l3.5 3.5-3.5 3.5',
  indicators: 'M4 15c2-8 4-8 6-3s4 5 5.5 0 2.5-5 4.5-4M4 20h16',
} satisfies Record<string, string>

export type IconName = keyof typeof drawings

export const iconNames = Object.keys(drawings) as IconName[]

/**
 * @param size edge in px, 24 unless said
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
      <path d={drawings[name]} />
    </svg>
  )
}
