import { useEffect } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { guardLeaving } from '@oficina/web/router.ts'

import { words } from '../../words/settings.ts'

/** Who leaves with something unsaved is asked first. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    return guardLeaving(() =>
      ask({
        title: words('unsaved'),
        text: words('unsavedText'),
        confirm: words('leave'),
        isDangerous: true,
      }),
    )
  }, [isDirty])
}
