import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/templates.ts'
import { isSlug, slugOf } from './slug-text.ts'
import { loadTemplates, templateNamed } from './template-list.ts'
import { UploadRow } from './upload-row.tsx'
import { storeTemplate, uploading, type Uploading } from './upload-state.ts'

interface Row {
  readonly file: File
  readonly slug: string
}

/** Where files that were dropped are looked through and stored: once a page. */
export function UploadDialogs() {
  const asked = uploading.value
  if (asked === undefined) return null
  return <UploadDialog asked={asked} onClose={() => (uploading.value = undefined)} />
}

function UploadDialog({
  asked,
  onClose,
}: {
  readonly asked: Uploading
  readonly onClose: () => void
}) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    asked.files.map((file) => ({ file, slug: asked.slug ?? slugOf(file.name) })),
  )
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const replaced = rows.filter(({ slug }) => templateNamed(slug) !== undefined)
  const isReady =
    rows.length > 0 &&
    rows.every(({ slug }) => isSlug(slug)) &&
    new Set(rows.map(({ slug }) => slug)).size === rows.length
  const store = async (): Promise<void> => {
    if (!(await mayReplace(replaced))) return
    setBusy(true)
    setFailure(undefined)
    const left = [...rows]
    try {
      for (const { slug, file } of rows) {
        await storeTemplate(slug, file)
        left.shift()
      }
      await loadTemplates()
      onClose()
      tellUploaded(rows, replaced)
    } catch (error) {
      setRows(left)
      setFailure(`${left[0]?.slug ?? ''}: ${failureText(error)}`)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words('uploadTitle')}
      size="medium"
      onClose={onClose}
      isHeld={isBusy}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {words('cancel')}
          </Button>
          <Button kind="primary" isBusy={isBusy} disabled={!isReady} onClick={() => void store()}>
            {words('doUpload', { count: rows.length })}
          </Button>
        </>
      }
    >
      {failure !== undefined && <Failure text={failure} />}
      <ul class="upload-rows">
        {rows.map(({ file, slug }, index) => (
          <li key={file.name} class="upload-row">
            <UploadRow
              file={file}
              slug={slug}
              isNamed={asked.slug !== undefined}
              onRename={(name) =>
                setRows(rows.map((row, at) => (at === index ? { ...row, slug: name } : row)))
              }
            />
            {rows.length > 1 && (
              <IconButton
                icon={closeIcon}
                label={words('remove', { name: file.name })}
                onClick={() => setRows(rows.filter((_row, at) => at !== index))}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

async function mayReplace(replaced: readonly Row[]): Promise<boolean> {
  if (replaced.length === 0) return true
  return await ask({
    title: words('replaceTitle', { count: replaced.length, name: replaced[0]?.slug ?? '' }),
    text: words('replaceText'),
    confirm: words('replace'),
    isDangerous: true,
  })
}

function tellUploaded(rows: readonly Row[], replaced: readonly Row[]): void {
  const text = words('uploaded', { count: rows.length, name: rows[0]?.slug ?? '' })
  const [changed] = replaced
  const action =
    changed === undefined
      ? undefined
      : {
          label: words('seeChanges'),
          run: () => void navigate(`/t/${changed.slug}?tab=versions`),
        }
  toast({ text, tone: 'success', ...(action === undefined ? {} : { action }) })
}
