import type { Bilingual } from '@oficina/words/bilingual.ts'

/**
 * The manual as a console or a printed page draws it: no markup, so that nothing of it can be more than text.
 * @source docs/decisions/0289-erp-manual.md
 */
export interface Manual {
  readonly groups: readonly ManualGroup[]
}

interface ManualGroup {
  readonly name: string
  readonly label: string
  readonly pages: readonly ManualPage[]
}

export interface ManualPage {
  readonly name: string
  readonly title: string
  /** The models and the addresses of the console that it is about. */
  readonly about: readonly string[]
  readonly blocks: readonly Block[]
}

/** What `manual.yaml` says: THE order of groups and pages. */
export interface ManualPlan {
  readonly groups: readonly {
    readonly name: string
    readonly label: Bilingual
    readonly pages: readonly { readonly name: string; readonly about: readonly string[] }[]
  }[]
}

export type Block =
  | { readonly kind: 'heading'; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Item[] }
  /** A remark that stands out. */
  | { readonly kind: 'note'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly head: Row; readonly rows: readonly Row[] }
  | {
      readonly kind: 'picture'
      readonly name: string
      readonly text: string
      /** In pixels. */
      readonly width: number
      readonly height: number
    }

type Item = readonly Block[]
type Row = readonly (readonly Inline[])[]

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `to` is an address of the console. */
  | { readonly kind: 'link'; readonly to: string; readonly text: readonly Inline[] }
  /** Something as the console calls it. */
  | {
      readonly kind: 'name'
      readonly of: NameKind
      readonly text: string
      readonly to: string | null
    }

/** What a page may name, as `{campo:Venta.uso_cfdi}`. */
export const NAME_KINDS = [
  'modulo',
  'modelo',
  'campo',
  'estado',
  'accion',
  'entrada',
  'reporte',
  'perfil',
  'boton',
] as const

export type NameKind = (typeof NAME_KINDS)[number]
