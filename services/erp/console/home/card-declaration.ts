/** A card as `GET /home` tells it; the console knows nothing else of any. */
export interface HomeCard {
  readonly name: string
  readonly label: Text
  readonly empty: Text
  readonly show: 'value' | 'bars' | 'list'
  /** One of those that stand together as what waits for the person. */
  readonly waits: boolean
  readonly path: string
  readonly value: CardValue
  readonly category: CardCategory | null
  readonly opens: Opening
  readonly row_opens: Opening | { readonly model: string; readonly id: string } | null
  readonly late_before: string | null
  readonly span: { readonly from: string; readonly to: string } | null
  readonly tone: 'warning' | 'danger' | null
}

/** Something that the person does often. */
export interface Deed {
  /** `create`: makes a record; `act`: does something with those of a list. */
  readonly kind: 'create' | 'act'
  readonly model: string
  readonly label: string
  readonly opens: Opening
}

interface Text {
  readonly es: string
  readonly en: string
}

export interface CardValue {
  readonly column: string
  readonly type: 'money' | 'integer'
  readonly currency: string | null
  readonly minus: { readonly column: string; readonly value: string } | null
}

export interface CardCategory {
  readonly column: string
  readonly type: 'text' | 'date' | 'month' | 'reference'
  readonly detail: readonly string[]
}

export type Opening =
  | { readonly model: string; readonly query: string }
  | { readonly report: string }
  | { readonly page: string }
