import { navigate } from '../../hash.ts'
import { useServices } from '../../services.ts'

/** Continues as a guest: quotes are public. */
export function useLookAround(): () => void {
  const { session } = useServices()
  return () => {
    session.send({ type: 'session.lookAround' })
    navigate('/')
  }
}
