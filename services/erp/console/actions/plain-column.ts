import type { Column } from '../metadata/model-metadata.ts'

type Said = Pick<Column, 'name' | 'label' | 'type'> &
  Partial<Pick<Column, 'length' | 'scale' | 'required' | 'choices' | 'references'>>

/** A column of no model, for inputs of values that an action takes. */
export function plainColumn(said: Said): Column {
  return {
    length: null,
    precision: null,
    scale: null,
    required: false,
    filled_by: null,
    unique: false,
    read_only: false,
    changed_by: [],
    computed: null,
    write_only: false,
    default: null,
    choices: null,
    references: null,
    help: null,
    ...said,
  }
}
