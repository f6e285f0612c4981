import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/buttons/button.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'

type SheetButtonProps = {
  icon: IconName
  label: string
  /** The sheet's title, if it differs from the button's label. */
  title?: string
  description: string
  /** A row of a card in place of a button. */
  row?: boolean
  children: (close: () => void) => ReactNode
}

/** A button that opens a sheet with an account action. */
export function SheetButton({ icon, label, title = label, description, row = false, children }: SheetButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {row ? (
        <Row leading={<Icon name={icon} size={20} />} title={label} onClick={() => setOpen(true)} arrow />
      ) : (
        <Button kind="quiet" icon={<Icon name={icon} size={20} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      <Sheet open={open} onClose={close} title={title} description={description}>
        {children(close)}
      </Sheet>
    </>
  )
}
