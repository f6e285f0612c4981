import { type PointerEvent, useRef } from 'react'

/** From how far down, in px, what is let go of is sent away. */
const FAR_PX = 64

type Grip = PointerEvent<HTMLElement>

/** For a grip: what holds it follows the finger down, is sent away from far enough, and goes back otherwise. */
export function useSwipeDown(onDown: () => void) {
  const from = useRef<number | undefined>(undefined)
  const wayOf = ({ clientY }: Grip) => Math.max(0, clientY - (from.current ?? clientY))
  const move = ({ currentTarget: { parentElement } }: Grip, way: number) => {
    if (parentElement) parentElement.style.translate = way === 0 ? '' : `0 ${way}px`
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
