import { useEffect, useState } from 'preact/hooks'

/** As in the style sheets. */
const PHONE = '(max-width: 760px)'

/** Whether the page is as narrow as a phone's. */
export function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(() => matchMedia(PHONE).matches)
  useEffect(() => {
    const query = matchMedia(PHONE)
    const changed = (): void => setPhone(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return isPhone
}
