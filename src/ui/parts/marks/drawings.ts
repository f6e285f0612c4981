import type { Drawing } from './icons.tsx'

// The icons of pages after the first screen, for `Icon`.

export const eye: Drawing =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5z'
export const eyeOff: Drawing =
  'M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5s-1 1.9-2.9 3.6M6 7.6C3.7 9.4 2.5 12 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1'
export const camera: Drawing =
  'M4 8.5h3.2L8.8 6h6.4l1.6 2.5H20a1 1 0 0 1 1 1v8.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z'
export const kyc: Drawing =
  'M3.5 6h17v12h-17zM8.5 12.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.8 15.4a2.9 2.9 0 0 1 5.4 0M14 10h4M14 13.5h4'
export const mail: Drawing = 'M4 6h16v12H4zM4 7l8 6 8-6'
export const card: Drawing = 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h4'
export const device: Drawing = 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2'
export const language: Drawing = 'M4 6h9M8.5 4v2M11 6c-1 4-3.5 6.5-7 8M6 9c1.3 2.2 3 3.8 5.5 5M12.5 20l4-9 4 9M14 17h5'
export const moon: Drawing = 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z'
export const key: Drawing = 'M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10.9 13.1 19.5 4.5M15.5 8.5l3.5 3.5'
export const lock: Drawing = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'
export const copy: Drawing = 'M9 9h10v11H9zM15 9V4H5v11h4'
export const signOut: Drawing = 'M10 4.5H5v15h5M9.5 12h10M16 8.5l3.5 3.5-3.5 3.5'
export const deposit: Drawing = 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14'
export const withdraw: Drawing = 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14'
export const swap: Drawing = 'M7 8h11M15 5l3 3-3 3M17 16H6M9 13l-3 3 3 3'
export const loan: Drawing =
  'M5 8.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM8.5 8.5V5h7v3.5'
export const bell: Drawing = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4'
export const speech: Drawing = 'M4 5.5h16v11H11l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.5h5'
export const globe: Drawing =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5s-1.2 6.1-3.5 8.5c-2.3-2.4-3.5-5.2-3.5-8.5S9.7 5.9 12 3.5z'
export const help: Drawing =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.9M12 16.7h.01'
export const search: Drawing = 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4'
export const refresh: Drawing = 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15'
export const wallet: Drawing =
  'M5 6.5h13a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2h10M16 13.2h.01'
export const star: Drawing = 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'
export const qr: Drawing = 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5z'
export const check: Drawing = 'M5 12.5l4.5 4.5L19 7.5'
export const close: Drawing = 'M6 6l12 12M18 6 6 18'
export const down: Drawing = 'M6 9.5l6 6 6-6'
export const bellPlus: Drawing = 'M6 16.5V11a6 6 0 0 1 7.5-5.8M18 13v3.5l1.5 1.5h-15L6 16.5M10 20.5h4M18.5 4v6M15.5 7h6'
export const wave: Drawing = 'M3 13c2-6 4-6 6-1.5s4 4.5 6 0 4-4 6-1.5'
export const expand: Drawing = 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15'
export const shrink: Drawing = 'M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5'
export const filter: Drawing = 'M4 7h16M7 12h10M10 17h4'
export const plus: Drawing = 'M12 5v14M5 12h14'
export const pin: Drawing = 'M9 4h6l-1 6 3 3.5H7L10 10zM12 13.5V20'
