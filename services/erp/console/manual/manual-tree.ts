/** The manual as `GET /manual` tells it. */
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
  readonly about: readonly string[]
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'heading'; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly items: readonly (readonly Block[])[]
    }
  | { readonly kind: 'note'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | {
      readonly kind: 'picture'
      readonly name: string
      readonly text: string
      readonly width: number
      readonly height: number
    }

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly text: readonly Inline[] }
  | {
      readonly kind: 'name'
      readonly of: string
      readonly text: string
      readonly to: string | null
    }

/** The words of a text, without what they are. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) =>
      part.kind === 'strong' || part.kind === 'link' ? plainText(part.text) : part.text,
    )
    .join('')
}

export function allPages({ groups }: Manual): readonly ManualPage[] {
  return groups.flatMap(({ pages }) => pages)
}
