import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import { ApiFailure, upload } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'

export interface PictureUploadProps {
  readonly label: string
  /** Where the picture goes, below the API. */
  readonly path: string
  readonly maxMib: number
  readonly tooLarge: string
  readonly isDisabled?: boolean
  readonly onDone?: () => void
}

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp'
const MIB = 1024 * 1024

/** A button that sends a picture from the person's disk; the server cuts it to size. */
export function PictureUpload(props: PictureUploadProps) {
  const { label, path, maxMib, tooLarge, isDisabled = false, onDone } = props
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File): Promise<void> => {
    if (file.size > maxMib * MIB) {
      setProblem(tooLarge)
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await upload(path, file)
      onDone?.()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <span class="picture-upload">
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-label={label}
        accept={ACCEPTED}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) void send(file)
          event.currentTarget.value = ''
        }}
      />
      <Button isBusy={isBusy} disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {problem !== undefined && (
        <span class="field-error" role="alert">
          {problem}
        </span>
      )}
    </span>
  )
}
