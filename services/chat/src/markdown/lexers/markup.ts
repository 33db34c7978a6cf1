/** HTML, XML and CSS. */

import { createLexer, rule, type Rule } from './lexer.ts'

const ATTRIBUTE_VALUE: readonly Rule[] = [
  rule(/"[^"]*"/, 's', '#pop'),
  rule(/'[^']*'/, 's', '#pop'),
  rule(/[^\s>]+/, 's', '#pop'),
]

export const html = createLexer({
  root: [
    rule(/[^<&]+/, ''),
    rule(/&\S*?;/, 'ni'),
    rule(/<!\[CDATA\[[^]*?\]\]>/, 'cp'),
    rule(/<!--[^]*?-->/, 'cm'),
    rule(/<\?[^]*?\?>/, 'cp'),
    rule(/<![^>]*>/, 'cp'),
    rule(/(<)(\s*)([\w:.-]+)/, ['p', '', 'nt'], 'tag'),
    rule(/(<)(\s*)(\/)(\s*)([\w:.-]+)(\s*)(>)/, ['p', '', 'p', '', 'nt', '', 'p']),
  ],
  tag: [
    rule(/\s+/, ''),
    rule(/([\w:-]+\s*)(=)(\s*)/, ['na', 'o', ''], 'value'),
    rule(/[\w:-]+/, 'na'),
    rule(/(\/?)(\s*)(>)/, ['p', '', 'p'], '#pop'),
  ],
  value: ATTRIBUTE_VALUE,
})

export const xml = createLexer({
  root: [
    rule(/[^<&\s]+/, ''),
    rule(/[^<&\S]+/, 'w'),
    rule(/&\S*?;/, 'ni'),
    rule(/<!\[CDATA\[[^]*?\]\]>/, 'cp'),
    rule(/<!--[^]*?-->/, 'cm'),
    rule(/<\?[^]*?\?>/, 'cp'),
    rule(/<![^>]*>/, 'cp'),
    rule(/<\s*[\w:.-]+/, 'nt', 'tag'),
    rule(/<\s*\/\s*[\w:.-]+\s*>/, 'nt'),
  ],
  tag: [rule(/\s+/, 'w'), rule(/[\w.:-]+\s*=/, 'na', 'value'), rule(/\/?\s*>/, 'nt', '#pop')],
  value: [rule(/\s+/, 'w'), ...ATTRIBUTE_VALUE],
})

const COMMENT = rule(/\/\*[^]*?\*\//, 'cm')

export const css = createLexer({
  root: [
    rule(/\s+/, 'w'),
    COMMENT,
    rule(/\{/, 'p', 'declarations'),
    rule(/(:{1,2})([\w-]+)/, ['p', 'nd']),
    rule(/(\.)([\w-]+)/, ['p', 'nc']),
    rule(/(#)([\w-]+)/, ['p', 'nn']),
    rule(/(@)([\w-]+)/, ['p', 'k'], 'at-rule'),
    rule(/[\w-]+/, 'nt'),
    rule(/[~^*!%&$[\]()<>|+=@:;,./?-]/, 'o'),
    rule(/"(?:\\[^]|[^"\\])*"/, 's2'),
    rule(/'(?:\\[^]|[^'\\])*'/, 's1'),
  ],
  'at-rule': [
    rule(/\s+/, 'w'),
    rule(/\{/, 'p', '#pop'),
    rule(/;/, 'p', '#pop'),
    rule(/[\w-]+/, 'nt'),
    rule(/[^{;\w\s-]/, 'o'),
  ],
  declarations: [
    rule(/\s+/, 'w'),
    COMMENT,
    rule(/\{/, 'p', 'declarations'),
    rule(/\}/, 'p', '#pop'),
    rule(/;/, 'p'),
    rule(/--[\w-]+/, 'nv'),
    rule(/([\w-]+)(\s*)(:)/, ['k', 'w', 'p'], 'value'),
    rule(/[^\s{};]/, 'o'),
  ],
  value: [
    rule(/\s+/, 'w'),
    COMMENT,
    rule(/;/, 'p', '#pop'),
    rule(/(?=\})/, '', '#pop'),
    rule(/#[a-fA-F0-9]{1,8}\b/, 'mh'),
    rule(/([+-]?\d*\.\d+)([a-zA-Z%]*)/, ['mf', 'kt']),
    rule(/([+-]?\d+)([a-zA-Z%]*)/, ['mi', 'kt']),
    rule(/!important/, 'cp'),
    rule(/"(?:\\[^]|[^"\\])*"/, 's2'),
    rule(/'(?:\\[^]|[^'\\])*'/, 's1'),
    rule(/(url|attr|calc|var)(\()/, ['nb', 'p']),
    rule(/([\w-]+)(\()/, ['nf', 'p']),
    rule(/--[\w-]+/, 'nv'),
    rule(/[\w-]+/, 'kc'),
    rule(/[,()]/, 'p'),
    rule(/[^\s;}]/, 'o'),
  ],
})
