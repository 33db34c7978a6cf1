import { Link } from '@oficina/web/link.tsx'

import type { Block, Inline } from './manual-tree.ts'
import { manualLanguage } from './read-manual.ts'

/** The blocks of a page, each as the element that it is; texts are only ever text. */
export function ManualBlocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={block.id} tabIndex={-1}>
          <Texts text={block.text} />
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Texts text={block.text} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <ManualBlocks blocks={item} />
        </li>
      ))
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'note':
      return (
        <aside class="manual-note">
          <ManualBlocks blocks={block.blocks} />
        </aside>
      )
    case 'table':
      return <Table {...block} />
    case 'picture':
      return <Picture {...block} />
  }
}

type TableBlock = Extract<Block, { readonly kind: 'table' }>

function Table({ head, rows }: TableBlock) {
  return (
    // Wide tables scroll sideways by themselves, by keys too.
    <div class="manual-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Texts text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={index}>
                  <Texts text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PictureBlock = Extract<Block, { readonly kind: 'picture' }>

function Picture({ name, text, width, height }: PictureBlock) {
  const source = `/api/v1/manual/imagenes/${name}?idioma=${manualLanguage()}`
  return (
    <figure class="manual-picture">
      <img src={source} alt={text} width={width} height={height} loading="lazy" />
      <figcaption>{text}</figcaption>
    </figure>
  )
}

function Texts({ text }: { readonly text: readonly Inline[] }) {
  return text.map((part, index) => <OneText key={index} part={part} />)
}

// What is pressed looks as if it could be.
const PRESSED = ['accion', 'boton']

function OneText({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>
    case 'strong':
      return (
        <strong>
          <Texts text={part.text} />
        </strong>
      )
    case 'code':
      return <kbd>{part.text}</kbd>
    case 'link':
      return (
        <Link to={part.to}>
          <Texts text={part.text} />
        </Link>
      )
    case 'name':
      if (part.to !== null) return <Link to={part.to}>{part.text}</Link>
      return <b class={PRESSED.includes(part.of) ? 'manual-button' : 'manual-name'}>{part.text}</b>
  }
}
