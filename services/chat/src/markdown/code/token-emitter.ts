import { grammarName } from './grammar-modes.ts'
import { tokenKind, type Scope } from './token-kinds.ts'

export interface Token {
  /** A class name that style sheets for code know; empty for plain text. */
  readonly kind: string
  readonly text: string
}

interface Piece {
  readonly text: string
  readonly scope: Scope | undefined
  /** Set when the embedded code's scope is already known. */
  readonly kind: string | undefined
}

/**
 * Receives what highlight.js finds while it reads code. The library constructs one for each reading, hence a class; its
 * own emitter would make HTML, which is not wanted here.
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
    // When a scope has content, everything around it has content as well.
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
