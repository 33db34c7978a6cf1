import checkIcon from 'lucide-static/icons/check.svg'
import copyIcon from 'lucide-static/icons/copy.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../../words/settings.ts'

/** Puts a text where it can be pasted from. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [isDone, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      // Pages without HTTPS have no clipboard.
      toast({ text: words('copyFailed'), tone: 'danger' })
    }
  }
  return (
    <Button kind="quiet" icon={isDone ? checkIcon : copyIcon} onClick={() => void copy()}>
      {isDone ? words('copied') : (label ?? words('copy'))}
    </Button>
  )
}
