import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    title: 'Manual',
    contents: 'Contenido',
    print: 'Descargar PDF',
    search: 'Buscar en el manual',
    found: '{count} página|{count} páginas',
    noneFound: 'Nada coincide con «{typed}»',
    noneFoundHelp: 'Prueba con menos palabras, o con otras.',
    unknown: 'El manual no tiene esta página',
    about: 'Sobre lo que estabas viendo',
    all: 'Todo el manual',
    previous: 'Anterior: {title}',
    next: 'Sigue: {title}',
    pages: 'Páginas vecinas',
  },
  {
    title: 'Manual',
    contents: 'Contents',
    print: 'Download PDF',
    search: 'Search the manual',
    found: '{count} page|{count} pages',
    noneFound: 'Nothing matches “{typed}”',
    noneFoundHelp: 'Try fewer words, or others.',
    unknown: 'The manual has no such page',
    about: 'About what you were looking at',
    all: 'The whole manual',
    previous: 'Previous: {title}',
    next: 'Next: {title}',
    pages: 'Neighbouring pages',
  },
)
