import { useState } from 'preact/hooks'
import { Link } from '@oficina/web/link.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { Tabs } from '@oficina/web/tabs.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import {
  modelMetadata,
  type Action,
  type Column,
  type ModelMetadata,
  type Relation,
} from '../metadata/model-metadata.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'

/** What metadata tell of a model: its fields, relations and actions. */
export function ModelPage({ params }: PageProps) {
  const name = params['modelo'] ?? ''
  const loaded = useLoaded(name, () => modelMetadata(name))
  const meta = loaded.value
  return (
    <AdminFrame
      title={meta?.label ?? name}
      actions={
        <>
          <a class="btn" href={`/openapi/${encodeURIComponent(name)}.json`} target="_blank">
            {words('openApi')}
          </a>
          <Link class="btn" to={`/m/${encodeURIComponent(name)}`}>
            {words('list')}
          </Link>
        </>
      }
    >
      <Ready loaded={loaded}>{(found) => <Model meta={found} />}</Ready>
    </AdminFrame>
  )
}

function Model({ meta }: { readonly meta: ModelMetadata }) {
  const [tab, setTab] = useState('fields')
  const { columns, relations, grid } = meta
  return (
    <>
      <p class="muted">
        {meta.model} · {words('level', { level: meta.level })}
        {meta.help !== null && ` · ${meta.help}`}
      </p>
      <Tabs
        label={meta.label}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { key: 'fields', label: words('fields'), count: String(columns.length) },
          { key: 'relations', label: words('relations'), count: String(relations.length) },
          { key: 'actions', label: words('otherActions'), count: String(grid.actions.length) },
        ]}
      >
        {tab === 'fields' && <Fields columns={columns} />}
        {tab === 'relations' && <Relations relations={relations} />}
        {tab === 'actions' && <Actions actions={grid.actions} />}
      </Tabs>
    </>
  )
}

function Fields({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <AdminTable
      label={words('fields')}
      rows={columns}
      keyOf={({ name }) => name}
      columns={[
        { label: words('field'), render: ({ name }) => <code>{name}</code> },
        { label: words('name'), render: ({ label }) => label },
        { label: words('type'), render: (column) => <FieldType column={column} /> },
        { label: words('state'), render: (column) => <Marks column={column} /> },
        { label: words('help'), render: ({ help }) => <span class="admin-help">{help}</span> },
      ]}
    />
  )
}

function FieldType({ column }: { readonly column: Column }) {
  const { type, length, precision, scale, references, choices } = column
  if (references !== null) {
    return <Link to={`/admin/dictionary/${encodeURIComponent(references)}`}>{references}</Link>
  }
  const size = length ?? (precision === null ? null : `${precision}, ${scale ?? 0}`)
  return (
    <span class="admin-type">
      {size === null ? type : `${type}(${size})`}
      {choices?.map(({ value, label, tone }) => (
        <span key={value} title={value}>
          <Pill tone={tone ?? 'neutral'}>{label}</Pill>
        </span>
      ))}
    </span>
  )
}

function Marks({ column }: { readonly column: Column }) {
  const marks = [
    column.required && words('required'),
    column.unique && words('unique'),
    column.read_only && words('readOnlyField'),
    column.computed !== null && `${words('computed')}: ${column.computed}`,
  ]
  return <span class="muted">{marks.filter((mark) => mark !== false).join(' · ')}</span>
}

function Relations({ relations }: { readonly relations: readonly Relation[] }) {
  return (
    <AdminTable
      label={words('relations')}
      rows={relations}
      keyOf={({ kind, model, field }) => `${kind} ${model} ${field}`}
      columns={[
        {
          label: words('relationKind'),
          render: ({ kind, composition }) =>
            composition
              ? words('lines')
              : words(kind === 'many_to_one' ? 'refersTo' : 'referredBy'),
        },
        {
          label: words('model'),
          render: ({ model }) => (
            <Link to={`/admin/dictionary/${encodeURIComponent(model)}`}>{model}</Link>
          ),
        },
        { label: words('field'), render: ({ field }) => <code>{field}</code> },
        { label: words('onDelete'), render: (relation) => relation.on_delete },
      ]}
    />
  )
}

function Actions({ actions }: { readonly actions: readonly Action[] }) {
  return (
    <AdminTable
      label={words('otherActions')}
      rows={actions}
      keyOf={({ name }) => name}
      columns={[
        { label: words('action'), render: ({ label }) => label },
        { label: words('field'), render: ({ name }) => <code>{name}</code> },
        { label: words('mode'), render: ({ mode }) => mode },
        {
          label: words('fromStates'),
          render: (action) => action.from_states?.join(', ') ?? words('anyState'),
        },
        {
          label: words('inputs'),
          render: ({ inputs }) =>
            inputs.map(({ label, required }) => (required ? `${label} *` : label)).join(', '),
        },
      ]}
    />
  )
}
