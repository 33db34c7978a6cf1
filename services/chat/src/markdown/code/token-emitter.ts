import { grammarName } from './grammar-modes.ts'
import { tokenKind, type Scope } from './token-kinds.ts'

export interface Token {
  /** A class name of style sheets for code; empty for what is nothing special. */
  readonly kind: string
  readonly text: string
}

interface Piece {
  readonly text: string
  readonly scope: Scope | undefined
  /** Known already for code inside other code. */
  readonly kind: string | undefined
}

/**
 * What highlight.js tells while it reads code. It makes a new one for each reading, hence a class; its own would make
 * HTML, which is not made here.
 */
export class TokenEmitter {
  readonly #pieces: Piece[] = []
  #scope: Scope | undefined

  tokens(grammar: string): Token[] {
    return this.#pieces.map(({ text, scope, kind }) => ({
      kind: kind ?? (scope === undefined ? '' : tokenKind(scope, grammar)),
      text,
    }))
  }

  addText(text: string): void {
    if (text === '') return
    // Whatever encloses a scope that has begun has begun too.
    for (let scope = this.#scope; scope?.opening === ''; scope = scope.parent) scope.opening = text
    this.#pieces.push({ text, scope: this.#scope, kind: undefined })
  }

  openNode(name: string): void {
    this.#scope = { name, opening: '', kind: undefined, parent: this.#scope }
  }

  closeNode(): void {
    this.#scope = this.#scope?.parent
  }

  startScope(name: string): void {
    this.openNode(name)
  }

  endScope(): void {
    this.closeNode()
  }

  __addSublanguage(emitter: TokenEmitter, name: string): void {
    for (const { kind, text } of emitter.tokens(grammarName(name))) {
      this.#pieces.push({ text, scope: undefined, kind })
    }
  }

  finalize(): void {
    this.#scope = undefined
  }

  toHTML(): string {
    return ''
  }
}
