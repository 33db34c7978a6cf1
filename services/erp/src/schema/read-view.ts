import { createHash } from 'node:crypto'

import { TENANT_COLUMN } from '../dictionary/types.ts'
import { APP_ROLE, COMPANY, quoted, READ_SCHEMA } from './ddl.ts'
import type { Placement } from './distribution.ts'

/** What must exist before the views. */
export const READ_SCHEMA_SQL = `create schema if not exists ${READ_SCHEMA};
grant usage on schema ${READ_SCHEMA} to ${APP_ROLE};`

/**
 * The rows of the current company, for the service's role to read. The view's owner reads the table, so no policy keeps
 * PostgreSQL from using an index for a pattern; without a current company they show nothing.
 *
 * On one server the company is a subquery: asked for once in a statement, and unknown to the planner, which else would
 * make the plan of all companies for the size of the first. Citus wants the plain condition.
 * @source docs/decisions/0207-erp-read-views.md
 */
export function createReadView(table: string, placement: Placement): string {
  const view = `${READ_SCHEMA}.${quoted(table)}`
  return `${viewText(table, placement)}\ncomment on view ${view} is '${readViewMark(placement)}';`
}

/** What a view carries whose text is this one: of two versions of the service, each knows its own. */
export function readViewMark(placement: Placement): string {
  return createHash('sha256').update(viewText('', placement)).digest('hex').slice(0, 16)
}

function viewText(table: string, placement: Placement): string {
  const view = `${READ_SCHEMA}.${quoted(table)}`
  const company = placement === 'one server' ? `(select ${COMPANY})` : COMPANY
  return [
    dropReadView(table),
    `create view ${view} as select * from public.${quoted(table)} where ${TENANT_COLUMN} = ${company};`,
    `grant select on ${view} to ${APP_ROLE};`,
  ].join('\n')
}

/** A view prevents changes of its columns; it is made again after them. */
export function dropReadView(table: string): string {
  return `drop view if exists ${READ_SCHEMA}.${quoted(table)};`
}
