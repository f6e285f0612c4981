import { Button } from '../ui/parts/buttons/button.tsx'
import { close } from '../ui/parts/marks/drawings.ts'
import { Icon } from '../ui/parts/marks/icons.tsx'

/** A filter in force, which a click removes. */
export const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button kind="quiet" small aria-label={`Remove ${label}`} onClick={onRemove}>
    <bdi>{label}</bdi> <Icon name={close} size={14} />
  </Button>
)
