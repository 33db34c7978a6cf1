import { useEffect, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Progress } from '@oficina/web/progress.tsx'
import { guardLeaving } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { rightsOf } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { CopyRights } from './copy-rights.tsx'
import { loadProfile, saveRight, type ProfileMatrix } from './load-profile.ts'
import { withChange, type Changes } from './profile-rights.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { runEach, type EachProgress } from './run-each.ts'

/** What a profile may see and do, model by model; changes are kept here until they are saved together. */
export function ProfilePage({ params, query }: PageProps) {
  const id = params['id'] ?? ''
  const loaded = useLoaded(id, (signal) => loadProfile(Number(id), signal))
  const name = loaded.value?.profile.nombre
  return (
    <AdminFrame title={name === undefined ? words('rights') : words('rightsOf', { name })}>
      <Ready loaded={loaded}>
        {(matrix) =>
          matrix === undefined ? (
            <Empty title={words('empty')} />
          ) : (
            <Profile matrix={matrix} query={query} reload={loaded.reload} />
          )
        }
      </Ready>
    </AdminFrame>
  )
}

interface ProfileProps {
  readonly matrix: ProfileMatrix
  readonly query: URLSearchParams
  readonly reload: () => void
}

function Profile({ matrix, query, reload }: ProfileProps) {
  const { profile, chain } = matrix
  const [changes, setChanges] = useState<Changes>(new Map())
  const [progress, setProgress] = useState<EachProgress | undefined>(undefined)
  const [problems, setProblems] = useState<readonly string[]>([])
  useGuard(changes.size > 0)
  const save = async (): Promise<void> => {
    setProblems([])
    const failures = await runEach(
      [...changes],
      async ([key, word]) => {
        const right = matrix.rights.get(key)
        if (right === undefined) return
        await saveRight({ profile: profile.id, right }, { before: chain[0]?.own.get(key), word })
      },
      setProgress,
    )
    const saved = changes.size - failures.length
    if (saved > 0) toast({ text: words('saved', { count: saved }), tone: 'success' })
    setProblems(failures.map(({ item: [key], error }) => `${key}: ${failureText(error)}`))
    // What was refused stays as it was chosen.
    setChanges(new Map(failures.map(({ item }) => item)))
    setProgress(undefined)
    reload()
  }
  const mayChange = rightsOf('PerfilPermiso')?.update === true
  return (
    <>
      <div class="admin-links">
        {profile.padre !== null && (
          <span class="muted">
            {words('parent')}{' '}
            <Link to={`/admin/profiles/${profile.padre}`}>{profile.padre_str ?? ''}</Link>
          </span>
        )}
        <Link to={`/m/PerfilCampo?perfil=${profile.id}`}>{words('fieldsOfProfile')}</Link>
        <Link to={`/m/ReglaRegistro?perfil=${profile.id}`}>{words('rulesOfProfile')}</Link>
        <Link to={`/m/UsuarioPerfil?perfil=${profile.id}`}>{words('usersOfProfile')}</Link>
        <span class="grow" />
        {mayChange && <CopyRights matrix={matrix} changes={changes} onCopy={setChanges} />}
      </div>
      {!mayChange && <p class="muted">{words('readOnly')}</p>}
      {problems.length > 0 && (
        <Failure text={[words('notSaved', { count: problems.length }), ...problems].join('\n')} />
      )}
      <RightsMatrix
        matrix={matrix}
        changes={changes}
        query={query}
        isReadOnly={!mayChange || progress !== undefined}
        onChange={(key, word) => setChanges(withChange(chain, changes, { key, word }))}
      />
      {(changes.size > 0 || progress !== undefined) && (
        <SaveBar
          count={changes.size}
          progress={progress}
          save={() => void save()}
          discard={() => setChanges(new Map())}
        />
      )}
    </>
  )
}

interface SaveBarProps {
  readonly count: number
  readonly progress: EachProgress | undefined
  readonly save: () => void
  readonly discard: () => void
}

function SaveBar({ count, progress, save, discard }: SaveBarProps) {
  const text =
    progress === undefined ? words('changes', { count }) : words('saving', { ...progress })
  return (
    <div class="save-bar">
      <span role="status">{text}</span>
      {progress !== undefined && <Progress label={text} done={progress.done} of={progress.total} />}
      <span class="grow" />
      <Button onClick={discard} disabled={progress !== undefined}>
        {words('discard')}
      </Button>
      <Button kind="primary" onClick={save} isBusy={progress !== undefined}>
        {words('save')}
      </Button>
    </div>
  )
}

function useGuard(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    return guardLeaving(() =>
      ask({
        title: words('leave'),
        text: words('leaveText'),
        confirm: words('leave'),
        isDangerous: true,
      }),
    )
  }, [hasChanges])
}
