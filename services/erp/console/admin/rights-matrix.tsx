import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import { useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { changeQuery } from '@oficina/web/router.ts'

import { words } from '../words/admin.ts'
import {
  RECORD_RIGHTS,
  type MatrixModel,
  type MatrixModule,
  type ProfileMatrix,
} from './load-profile.ts'
import { moveInMatrix } from './matrix-keys.ts'
import { plainText } from './plain-text.ts'
import { standingOf, type Changes, type Word } from './profile-rights.ts'
import { RightToggle } from './right-toggle.tsx'
import { SearchBox } from './search-box.tsx'

export interface RightsMatrixProps {
  readonly matrix: ProfileMatrix
  readonly changes: Changes
  readonly query: URLSearchParams
  readonly isReadOnly: boolean
  readonly onChange: (key: string, word: Word | undefined) => void
}

// A search that finds more than this is not precise enough to be read.
const MOST_MODELS = 150
const COLUMNS = RECORD_RIGHTS.length + 2

const HEADS = {
  leer: () => words('read'),
  crear: () => words('createRight'),
  modificar: () => words('update'),
  eliminar: () => words('remove'),
} as const

/** Models by module in rows, rights in columns. Arrows move between the toggles. */
export function RightsMatrix(props: RightsMatrixProps) {
  const { query } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const typed = query.get('q') ?? ''
  const isOnlyGranted = query.get('granted') === 'true'
  const isSearched = typed !== '' || isOnlyGranted
  const found = matched(props, typed, isOnlyGranted)
  const toggle = (name: string): void => {
    const next = new Set(open)
    if (!next.delete(name)) next.add(name)
    setOpen(next)
  }
  let room = MOST_MODELS
  const total = found.reduce((sum, { models }) => sum + models.length, 0)
  return (
    <>
      <div class="matrix-bar">
        <SearchBox label={words('filter')} query={query} />
        <label class="check">
          <input
            type="checkbox"
            checked={isOnlyGranted}
            onChange={({ currentTarget: { checked } }) => {
              const next = new URLSearchParams(query)
              if (checked) next.set('granted', 'true')
              else next.delete('granted')
              changeQuery(next)
            }}
          />
          {words('onlyGranted')}
        </label>
      </div>
      {found.length === 0 && <Empty title={words('noneFound', { typed })} />}
      {found.length > 0 && (
        <div class="admin-table matrix" role="region" aria-label={words('rights')} tabIndex={0}>
          <table aria-label={words('rights')} onKeyDown={moveInMatrix}>
            <thead>
              <tr>
                <th scope="col">{words('model')}</th>
                {RECORD_RIGHTS.map((right) => (
                  <th key={right} scope="col">
                    {HEADS[right]()}
                  </th>
                ))}
                <th scope="col">{words('otherActions')}</th>
              </tr>
            </thead>
            {found.map((module) => {
              const isOpen = isSearched || open.has(module.name)
              const models = isOpen ? module.models.slice(0, Math.max(room, 0)) : []
              if (isOpen) room -= models.length
              return (
                <tbody key={module.name}>
                  <ModuleRow
                    {...props}
                    module={module}
                    isOpen={isOpen}
                    onToggle={() => toggle(module.name)}
                  />
                  {models.map((model) => (
                    <ModelRows key={model.name} {...props} module={module} model={model} />
                  ))}
                </tbody>
              )
            })}
          </table>
        </div>
      )}
      {isSearched && total > MOST_MODELS && (
        <p class="muted">{words('more', { count: total - MOST_MODELS })}</p>
      )}
    </>
  )
}

interface ModuleRowProps extends RightsMatrixProps {
  readonly module: MatrixModule
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function ModuleRow({ module, isOpen, onToggle, ...props }: ModuleRowProps) {
  const { name, label } = module
  return (
    <tr class="matrix-module">
      <th scope="row">
        <button
          type="button"
          class={classes('toggle', isOpen && 'open')}
          aria-expanded={isOpen}
          aria-label={words(isOpen ? 'collapse' : 'expand', { name: label })}
          onClick={onToggle}
        >
          <Icon svg={chevronIcon} />
        </button>
        {label} <small class="muted">{words('wholeModule')}</small>
      </th>
      {RECORD_RIGHTS.map((right) => (
        <td key={right}>
          <RightToggle
            {...props}
            rightKey={`modulo:${name}.${right}`}
            moduleKey={undefined}
            label={`${label}, ${HEADS[right]()}`}
          />
        </td>
      ))}
      <td />
    </tr>
  )
}

interface ModelRowsProps extends RightsMatrixProps {
  readonly module: MatrixModule
  readonly model: MatrixModel
}

function ModelRows({ module, model, ...props }: ModelRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const { name, label, actions } = model
  const granted = actions.filter(
    ({ key }) =>
      standingOf(props.matrix.chain, props.changes, {
        key,
        moduleKey: moduleKeyOf(module, key),
      }).word === 'granted',
  ).length
  const text = words('someActions', { granted, count: actions.length })
  return (
    <>
      <tr>
        <th scope="row" title={name}>
          {label}
        </th>
        {RECORD_RIGHTS.map((right) => (
          <td key={right}>
            <RightToggle
              {...props}
              rightKey={`${name}.${right}`}
              moduleKey={`modulo:${module.name}.${right}`}
              label={`${label}, ${HEADS[right]()}`}
            />
          </td>
        ))}
        <td>
          {actions.length > 0 && (
            <button
              type="button"
              class="matrix-more"
              aria-expanded={isOpen}
              aria-label={words('showActions', { name: label, text })}
              onClick={() => setOpen(!isOpen)}
            >
              {text}
              <span class={classes('toggle', isOpen && 'open')}>
                <Icon svg={chevronIcon} />
              </span>
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr class="matrix-actions">
          <td colSpan={COLUMNS}>
            {actions.map((action) => (
              <span key={action.key}>
                <RightToggle
                  {...props}
                  rightKey={action.key}
                  moduleKey={moduleKeyOf(module, action.key)}
                  label={`${label}, ${action.label}`}
                />
                {action.label}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

function moduleKeyOf({ name }: MatrixModule, key: string): string {
  return `modulo:${name}.${key.split('.')[1] ?? ''}`
}

/** The modules and models that are searched for, or of which something is granted or refused. */
function matched(
  { matrix, changes }: RightsMatrixProps,
  typed: string,
  isOnlyGranted: boolean,
): readonly MatrixModule[] {
  const wanted = plainText(typed)
  const hasWord = (key: string, module: MatrixModule): boolean =>
    standingOf(matrix.chain, changes, { key, moduleKey: moduleKeyOf(module, key) }).word !==
    undefined
  return matrix.modules
    .map((module) => ({
      ...module,
      models: module.models.filter(
        ({ name, label, actions }) =>
          plainText(`${module.label} ${label} ${name}`).includes(wanted) &&
          (!isOnlyGranted ||
            [
              ...RECORD_RIGHTS.map((right) => `${name}.${right}`),
              ...actions.map(({ key }) => key),
            ].some((key) => hasWord(key, module))),
      ),
    }))
    .filter(({ models }) => models.length > 0)
}
