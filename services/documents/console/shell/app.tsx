import { useEffect } from 'preact/hooks'
import { AnchoredMenus } from '@oficina/web/anchored-menu.tsx'
import { Questions } from '@oficina/web/ask.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'
import { Toasts } from '@oficina/web/toasts.tsx'

import { access, openWithoutKey } from '../session/access.ts'
import { api } from '../session/api.ts'
import { KeyPage } from '../session/key-page.tsx'
import { Frame } from './frame.tsx'

export function App() {
  const { kind } = access.value
  return (
    <>
      {kind === 'unknown' && <Asking />}
      {kind === 'locked' && <KeyPage />}
      {(kind === 'open' || kind === 'key') && <Frame />}
      <Questions />
      <AnchoredMenus />
      <Toasts />
    </>
  )
}

/** Whether the service wants a key: something before it may add one, such as a proxy of an office. */
function Asking() {
  useEffect(() => {
    const ask = async (): Promise<void> => {
      // A refusal locks the page.
      await api('/templates').then(openWithoutKey, () => {
        if (access.peek().kind === 'unknown') openWithoutKey()
      })
    }
    void ask()
  }, [])
  return (
    <main>
      <Skeleton lines={8} />
    </main>
  )
}
