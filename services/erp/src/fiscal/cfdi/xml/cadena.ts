import type { ElementDeclaration } from '../structure/declaration.ts'
import { childrenOf, collapsed, type Node } from './tree.ts'

/**
 * The cadena original of an element: the values that are there, in the declaration's order, white space collapsed.
 * @source SAT, cadenaoriginal_4_0.xslt and cadenaoriginal_TFD_1_1.xslt
 */
export function cadenaOf(declaration: ElementDeclaration, node: Node): string {
  return `||${valuesOf(declaration, node).join('|')}||`
}

function valuesOf(declaration: ElementDeclaration, node: Node): readonly string[] {
  return Object.entries(declaration.parts).flatMap(([name, part]) => {
    if (!part.isInCadena) return []
    if (part.part === 'child')
      return childrenOf(part, node).flatMap((one) => valuesOf(part.element, one))
    const value = node.attributes.get(name)
    return value === undefined ? [] : [collapsed(value)]
  })
}
