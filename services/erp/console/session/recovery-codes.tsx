import { Button } from '@oficina/web/button.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../words/session.ts'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Codes that are shown only now: the person says that they are kept before anything else goes on. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast({ text: words('copied'), tone: 'success' })
  }
  return (
    <section class="recovery" aria-labelledby="recovery-title">
      <h2 id="recovery-title">{words('codesTitle')}</h2>
      <p>{words('codesText')}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="sign-in-actions">
        <Button onClick={() => void copy()}>{words('copy')}</Button>
        <Button onClick={() => saveFile(new Blob([`${text}\n`]), 'oficina.txt')}>
          {words('download')}
        </Button>
        <span class="grow" />
        <Button kind="primary" onClick={onKept}>
          {words('kept')}
        </Button>
      </div>
    </section>
  )
}
