import { type PointerEvent, useRef } from 'react'

/** Distance from which a release dismisses, in px. */
const FAR_PX = 64

type Grip = PointerEvent<HTMLElement>

/** For a handle: its sheet follows the finger down, and is dismissed past a distance, else moves back. */
export function useSwipeDown(onDown: () => void) {
  const from = useRef<number | undefined>(undefined)
  const wayOf = ({ clientY }: Grip) => Math.max(0, clientY - (from.current ?? clientY))
  const move = ({ currentTarget }: Grip, way: number) => {
    const sheet = currentTarget.closest<HTMLElement>('[role="dialog"]')
    if (sheet) sheet.style.translate = way === 0 ? '' : `0 ${way}px`
  }
  const letGo = (event: Grip, way: number) => {
    const isFar = way > FAR_PX
    from.current = undefined
    if (isFar) onDown()
    else move(event, 0)
  }
  return {
    onPointerDown: (event: Grip) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = event.clientY
    },
    onPointerMove: (event: Grip) => from.current !== undefined && move(event, wayOf(event)),
    onPointerUp: (event: Grip) => letGo(event, wayOf(event)),
    onPointerCancel: (event: Grip) => letGo(event, 0),
  }
}
