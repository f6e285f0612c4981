import { useEffect, useRef } from 'react'

/**
 * A photograph, drawn on a canvas: a URL would need a wider content security policy.
 *
 * @param label alternative text; absent if other text says it
 */
export function DrawnPhoto({
  photo,
  label,
  className,
}: {
  photo: Blob
  label?: string
  className?: string | undefined
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    const draw = async () => {
      const bitmap = await createImageBitmap(photo, { resizeWidth: 640 }).catch(() => undefined)
      const target = canvas.current
      if (!bitmap || !target || gone) return
      target.width = bitmap.width
      target.height = bitmap.height
      target.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
    }
    void draw()
    return () => {
      gone = true
    }
  }, [photo])
  return (
    <canvas ref={canvas} className={className} {...(label !== undefined && { role: 'img', 'aria-label': label })} />
  )
}
