import type {
  CaptureField,
  Column,
  Condition,
  ModelMetadata,
  Relation,
} from '../../metadata/model-metadata.ts'
import type { ModelRights } from '../../session/permissions.ts'
import { isDecimalType } from '../../values/column-kinds.ts'
import { offeredStates } from '../offered-states.ts'
import type { LineNames } from '../record-node.ts'

/** A model as a form needs it: its lines' models too, down to the lines of lines. */
export interface Shape {
  readonly meta: ModelMetadata
  readonly rights: ModelRights | undefined
  readonly columns: ReadonlyMap<string, Column>
  readonly lines: readonly LineShape[]
}

export interface LineShape {
  /** What the array of lines is called. */
  readonly name: string
  /** The fields by which a line names its head and what that belongs to: the service fills them in. */
  readonly headFields: ReadonlySet<string>
  /** The number that orders the lines, where they have one. */
  readonly order: string | null
  /** The states of the document in which lines come and go; null: any. */
  readonly changesIn: readonly string[] | null
  readonly shape: Shape
}

export interface FormSection {
  readonly title: string
  readonly visibleIf: Condition | null | undefined
  readonly fields: readonly FormField[]
}

export interface FormField {
  readonly column: Column
  readonly widget: string
  readonly width: number
  /** Shown as it is, never typed. */
  readonly isRead: boolean
}

export function compositionsOf(meta: ModelMetadata): readonly (Relation & { name: string })[] {
  return meta.relations.flatMap((relation) =>
    relation.composition && relation.name !== null ? [{ ...relation, name: relation.name }] : [],
  )
}

/** The lines that the document is about come first: those that what it comes to is made of. */
export function linesByWeight({ meta, lines }: Shape): readonly LineShape[] {
  const formulas = meta.columns.map(({ computed }) => computed ?? '')
  const weight = ({ name }: LineShape): number =>
    formulas.filter((formula) => formula.includes(`sum(${name}`)).length
  return lines.toSorted((one, other) => weight(other) - weight(one))
}

/** Sections with something that has to be typed stand before the lines, the others behind them. */
export function isLeading({ fields }: FormSection): boolean {
  return fields.some(
    ({ column, isRead }) => !isRead && column.required && column.filled_by === null,
  )
}

export function lineNames(shape: Shape): LineNames {
  return Object.fromEntries(shape.lines.map((line) => [line.name, lineNames(line.shape)]))
}

/** The column that says how a record stands. */
export function stateColumn({ meta }: Shape): Column | undefined {
  return meta.columns.find(({ name }) => name === meta.state_field)
}

/** Amounts that follow from the lines, or from those amounts; the last is what the document comes to. */
export function totalsOf({ meta, lines }: Shape): readonly Column[] {
  if (lines.length === 0) return []
  const fromLines = new Set(
    meta.columns.filter(({ computed }) => computed?.includes('sum(') === true).map(nameOf),
  )
  return meta.columns.filter(
    ({ name, type, computed }) =>
      isDecimalType(type) &&
      computed !== null &&
      (fromLines.has(name) || wordsIn(computed).some((word) => fromLines.has(word))),
  )
}

/** Whether what is written stands as long as the lines make nothing. */
export function isOrGiven({ computed }: Column): boolean {
  return computed?.endsWith(' or given') === true
}

/** Of totals, those that no other is made of. */
export function grandTotals(totals: readonly Column[]): ReadonlySet<string> {
  const parts = new Set(totals.flatMap(({ computed }) => wordsIn(computed ?? '')))
  return new Set(totals.map(nameOf).filter((name) => !parts.has(name)))
}

function wordsIn(formula: string): readonly string[] {
  return formula.match(/[a-z_][a-z0-9_]*/g) ?? []
}

/**
 * What stands elsewhere on a record's page: its state in the head, where nobody types it, and what it comes to below the
 * lines.
 */
export function shownElsewhere(shape: Shape, stateNow: string | undefined): ReadonlySet<string> {
  const state = stateColumn(shape)
  const isShownInHead =
    state !== undefined &&
    (isRead(shape, state) || offeredStates(shape.meta, state, stateNow) === undefined)
  return new Set([...(isShownInHead ? [state.name] : []), ...totalsOf(shape).map(nameOf)])
}

/** What the form shows of the sections that metadata lays out. */
export function sectionsOf(shape: Shape, without: ReadonlySet<string>): readonly FormSection[] {
  const { meta } = shape
  const isShown = ({ field }: CaptureField): boolean =>
    !without.has(field) && !isHidden(shape, field)
  return meta.capture.sections.flatMap(({ title, visible_if: visibleIf, fields }) => {
    const shown = fields.filter(isShown).flatMap((field) => formField(shape, field))
    return shown.length === 0 ? [] : [{ title, visibleIf, fields: shown }]
  })
}

/** What is typed of a document, in its order; undefined: all of it, as its sections lay it out. */
export function entryOf(
  { meta: { capture } }: Shape,
  sections: readonly FormSection[],
): readonly FormField[] | undefined {
  const { entry } = capture
  if (entry === null || entry === undefined) return undefined
  const fields = new Map(
    sections.flatMap((section) => section.fields.map((field) => [field.column.name, field])),
  )
  return entry.flatMap((name) => fields.get(name) ?? [])
}

/** The sections without some of their fields; those that had no others are gone. */
export function sectionsWithout(
  sections: readonly FormSection[],
  taken: readonly FormField[],
): readonly FormSection[] {
  return sections.flatMap((section) => {
    const fields = section.fields.filter((field) => !taken.includes(field))
    return fields.length === 0 ? [] : [{ ...section, fields }]
  })
}

function formField(shape: Shape, { field, widget, width }: CaptureField): readonly FormField[] {
  const column = shape.columns.get(field)
  if (column === undefined) return []
  return [{ column, widget, width, isRead: isRead(shape, column) }]
}

/** What a person cannot type: what the service fills in, and what their profile only lets them see. */
export function isRead({ rights }: Shape, column: Column): boolean {
  if (column.read_only) return true
  if (column.computed !== null && !isOrGiven(column)) return true
  return isNamed(rights?.fields?.read_only, column) || isNamed(rights?.fields?.masked, column)
}

export function isHidden({ rights }: Shape, field: string): boolean {
  return rights?.fields?.hidden.includes(field) === true
}

function isNamed(names: readonly string[] | undefined, { name }: Column): boolean {
  return names?.includes(name) === true
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}
