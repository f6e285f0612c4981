import { useServices } from '../../app/services.ts'
import { navigate } from '../../router/router.ts'

/** Continues as a guest: quotes are public. */
export function useLookAround(): () => void {
  const { session } = useServices()
  return () => {
    session.send({ type: 'session.lookAround' })
    navigate('/')
  }
}
