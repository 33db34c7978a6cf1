import type { ComponentChildren } from 'preact'
import { Empty } from '@oficina/web/notice.tsx'

import { words } from '../words/admin.ts'

interface AdminColumn<T> {
  readonly label: string
  readonly render: (row: T) => ComponentChildren
  readonly isNumber?: boolean
  /** Read by those who hear the page alone: buttons need no heading. */
  readonly isUnnamed?: boolean
}

export interface AdminTableProps<T> {
  readonly label: string
  readonly columns: readonly AdminColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly empty?: string
  readonly emptyHelp?: string
}

/** Some rows of the service's own, at most a page of them. */
export function AdminTable<T>({ label, columns, rows, keyOf, ...none }: AdminTableProps<T>) {
  if (rows.length === 0) {
    return (
      <Empty title={none.empty ?? words('empty')}>
        {none.emptyHelp !== undefined && <p>{none.emptyHelp}</p>}
      </Empty>
    )
  }
  return (
    <div class="admin-table" role="region" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" class={column.isNumber ? 'num' : undefined}>
                <span class={column.isUnnamed ? 'hidden' : undefined}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.label} class={column.isNumber ? 'num' : undefined}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
