import downloadIcon from 'lucide-static/icons/download.svg'
import attachIcon from 'lucide-static/icons/paperclip.svg'
import removeIcon from 'lucide-static/icons/trash-2.svg'
import stopIcon from 'lucide-static/icons/x.svg'
import { useRef, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { useDroppedFiles } from '@oficina/web/dropped-files.ts'
import { formatAgo, formatBytes, formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../../session/failure-text.ts'
import { isRefusal } from '../../session/is-refusal.ts'
import { rightsOf } from '../../session/permissions.ts'
import { words } from '../../words/surroundings.ts'
import type { AroundRecord } from '../surrounded-record.ts'
import {
  attachmentName,
  downloadAttachment,
  listAttachments,
  previewKind,
  readAttachment,
  removeAttachment,
  type Attachment,
  type Owner,
} from './attachment-files.ts'
import { FilePreview } from './file-preview.tsx'
import { useUploads, type Sending } from './uploads.ts'

/** The files of a record: seen by who may read it, added by picker, drop and paste by who may change it. */
export function Attachments({ meta, record }: AroundRecord) {
  const owner: Owner = { model: meta.model, record }
  const files = useLoaded(`${meta.model} ${record.id}`, (signal) => listAttachments(owner, signal))
  const [previewed, setPreviewed] = useState<Attachment | undefined>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const mayChange = rightsOf(meta.model)?.update === true
  const uploads = useUploads(owner, (made) => {
    files.reload()
    toast({ text: words('uploaded', { name: attachmentName(made) }), tone: 'success' })
  })
  const drop = useDroppedFiles(mayChange ? (dropped) => uploads.add(dropped) : undefined)
  if (isRefusal(files.error)) return null
  const known = files.value ?? []
  return (
    <section
      class={classes('card attachments', drop.isOver && 'over')}
      aria-labelledby="attachments-title"
      {...drop.handlers}
    >
      <header>
        <h2 id="attachments-title">{words('attachments')}</h2>
        {mayChange && (
          <>
            <Button kind="quiet" icon={attachIcon} onClick={() => picker.current?.click()}>
              {words('attach')}
            </Button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label={words('attach')}
              onChange={({ currentTarget }) => {
                uploads.add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
          </>
        )}
      </header>
      {uploads.problem !== undefined && <Failure text={uploads.problem} />}
      {files.error !== undefined && (
        <Failure text={words('attachmentsFailed')} onRetry={files.reload} />
      )}
      {files.value === undefined && files.error === undefined && <Skeleton lines={1} />}
      <ul>
        {known.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            mayRemove={mayChange}
            onPreview={() => setPreviewed(file)}
            onRemoved={files.reload}
          />
        ))}
        {uploads.sending.map((one) => (
          <SendingRow key={one.id} sending={one} onDrop={() => uploads.drop(one.id)} />
        ))}
      </ul>
      {files.value !== undefined && known.length === 0 && uploads.sending.length === 0 && (
        <p class="muted">{words(mayChange ? 'noAttachments' : 'noAttachmentsRead')}</p>
      )}
      {drop.isOver && <div class="drop-here">{words('dropHere')}</div>}
      <Previewed file={previewed} onClose={() => setPreviewed(undefined)} />
    </section>
  )
}

function Previewed({
  file,
  onClose,
}: {
  readonly file: Attachment | undefined
  readonly onClose: () => void
}) {
  const kind = file === undefined ? undefined : previewKind(file)
  if (file === undefined || kind === undefined) return null
  return (
    <FilePreview
      name={attachmentName(file)}
      kind={kind}
      mime={file.mime ?? ''}
      load={(signal) => readAttachment(file, signal)}
      onClose={onClose}
    />
  )
}

interface FileRowProps {
  readonly file: Attachment
  readonly mayRemove: boolean
  readonly onPreview: () => void
  readonly onRemoved: () => void
}

function FileRow({ file, mayRemove, onPreview, onRemoved }: FileRowProps) {
  const name = attachmentName(file)
  const { tamano_bytes: size, creado_en: when, subido_por_str: who } = file
  const facts = [
    size === undefined ? undefined : formatBytes(size),
    file.es_confidencial === true ? words('confidential') : undefined,
    when === undefined ? undefined : formatAgo(when, new Date()),
    who ?? undefined,
  ].filter((fact) => fact !== undefined)
  const download = (): void => void told(() => downloadAttachment(file), name)
  const isShown = previewKind(file) !== undefined
  return (
    <li>
      <div class="file">
        <button
          type="button"
          class="link"
          aria-label={words(isShown ? 'preview' : 'download', { name })}
          onClick={isShown ? onPreview : download}
        >
          {name}
        </button>
        <p title={when === undefined ? undefined : formatInstant(when)}>{facts.join(' · ')}</p>
      </div>
      <IconButton icon={downloadIcon} label={words('download', { name })} onClick={download} />
      {mayRemove && (
        <IconButton
          icon={removeIcon}
          label={words('remove', { name })}
          onClick={() => void remove(file, onRemoved)}
        />
      )}
    </li>
  )
}

function SendingRow({
  sending,
  onDrop,
}: {
  readonly sending: Sending
  readonly onDrop: () => void
}) {
  const { name, sent, of, problem } = sending
  return (
    <li class={classes(problem !== undefined && 'failed')}>
      <div class="file">
        <span>{name}</span>
        {problem === undefined ? (
          <Progress label={words('uploading', { name })} done={sent} of={of} />
        ) : (
          <p class="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <IconButton
        icon={stopIcon}
        label={words(problem === undefined ? 'cancelUpload' : 'dismissUpload', { name })}
        onClick={onDrop}
      />
    </li>
  )
}

async function remove(file: Attachment, onRemoved: () => void): Promise<void> {
  const name = attachmentName(file)
  const isSure = await ask({
    title: words('removeTitle'),
    text: words('removeText', { name }),
    confirm: words('removeConfirm'),
    isDangerous: true,
  })
  if (!isSure) return
  await told(async () => {
    await removeAttachment(file)
    onRemoved()
    toast({ text: words('removed', { name }) })
  }, name)
}

/** Says in a corner what went wrong. */
async function told(act: () => Promise<void>, name: string): Promise<void> {
  try {
    await act()
  } catch (error) {
    toast({ text: words('previewFailed', { name, why: failureText(error) }), tone: 'danger' })
  }
}
