/** Small programs of every language and the class of each of their tokens. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { lexerFor } from '../../src/markdown/lexers/languages.ts'

interface Program {
  readonly language: string
  /** What the lexer does, as the test says it. */
  readonly claim: string
  readonly source: string
  /** Kind and text of every token that is seen, neighbours of a kind joined, `·` for white space. */
  readonly tokens: string
}

/** The tokens as the programs below write them. */
function readTokens(language: string, source: string): string {
  const tokens = lexerFor(language)?.(source) ?? []
  const joined: { kind: string; text: string }[] = []
  for (const { kind, text } of tokens) {
    const last = joined.at(-1)
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) => `${kind}:${text.trim()}`.replaceAll(/\s/g, '·'))
    .join(' ')
}

const PROGRAMS: readonly Program[] = [
  {
    language: 'python',
    claim: 'declares functions and classes',
    source: [
      '@cache',
      'class Point(Base):',
      '    """A point."""',
      '    async def __init__(self, x: int = 1) -> None:',
      '        self.len = len(x)',
    ].join('\n'),
    tokens:
      'nd:@cache k:class nc:Point p:( n:Base p:): sd:"""A·point.""" k:async k:def fm:__init__ ' +
      'p:( bp:self p:, n:x p:: nb:int o:= mi:1 p:) o:-> kc:None p:: bp:self o:. n:len o:= ' +
      'nb:len p:( n:x p:)',
  },
  {
    language: 'python',
    claim: 'knows its numbers',
    source: '0x_ff 0o17 0b11 1_000 1.5e-3 .5 2j',
    tokens: 'mh:0x_ff mo:0o17 mb:0b11 mi:1_000 mf:1.5e-3 mf:.5 mf:2j',
  },
  {
    language: 'python',
    claim: 'knows its strings',
    source: 'rb\'\\d\' u\'a\\n%s\' "{0.name!r:>8}" f\'{x!r:>{width}} {{a}} {d["k"]}\' r"\\" a"',
    tokens:
      "sa:rb s1:'\\d' sa:u s1:'a se:\\n si:%s s1:' s2:\" si:{0.name!r:>8} s2:\" sa:f s1:' si:{ n:x " +
      'si:!r: s1:> si:{ n:width si:}} se:{{ s1:a se:}} si:{ n:d p:[ s2:"k" p:] si:} s1:\' sa:r ' +
      's2:"\\"·a"',
  },
  {
    language: 'python',
    claim: 'knows imports',
    source: 'from a.b import c\nimport os.path as p, sys',
    tokens: 'kn:from nn:a.b kn:import n:c kn:import nn:os.path k:as nn:p o:, nn:sys',
  },
  {
    language: 'python',
    claim: 'takes match and case for names where they are',
    source: 'match x:\n    case _: pass\nmatch = 1\nyield from case',
    tokens: 'k:match n:x p:: k:case k:_ p:: k:pass n:match o:= mi:1 k:yield k:from n:case',
  },
  {
    language: 'python',
    claim: 'ends a string at the line end',
    source: '"open\nx',
    tokens: 's2:"open n:x',
  },
  {
    language: 'py2',
    claim: 'prints by a statement',
    source: 'print 1, unicode(x)',
    tokens: 'k:print mi:1 p:, nb:unicode p:( n:x p:)',
  },
  {
    language: 'javascript',
    claim: 'tells a pattern from a division',
    source: 'a = b / c / d; e = /[/\\]]+\\/x/gi.test(f) ? (1) / 2 : /=/',
    tokens:
      'nx:a o:= nx:b o:/ nx:c o:/ nx:d p:; nx:e o:= sr:/[/\\]]+\\/x/gi p:. nx:test p:( nx:f p:) ' +
      'o:? p:( mf:1 p:) o:/ mf:2 o:: sr:/=/',
  },
  {
    language: 'javascript',
    claim: 'reads templates however deep',
    source: '`a ${ {b: 1}.b + `n${2}` } $`',
    tokens: 'sb:`a si:${ p:{ nx:b o:: mf:1 p:}. nx:b o:+ sb:`n si:${ mf:2 si:} sb:` si:} sb:$`',
  },
  {
    language: 'javascript',
    claim: 'knows declarations and names',
    source: 'async function* f(a, ...rest) { return this.#p ?? a?.delete }',
    tokens:
      'k:async kd:function o:* nx:f p:( nx:a p:, p:... nx:rest p:) p:{ k:return k:this p:. n:#p ' +
      'o:?? nx:a o:? p:. nx:delete p:}',
  },
  {
    language: 'javascript',
    claim: 'knows its numbers',
    source: '0x1Fn 0b1 0o7 017 1_000n 1.5e3 .5',
    tokens: 'mh:0x1Fn mb:0b1 mo:0o7 mo:017 mi:1_000n mf:1.5e3 mf:.5',
  },
  {
    language: 'javascript',
    claim: 'knows strings, errors and comments',
    source: "throw new TypeError('it\\'s') // a\n/* b\n*/ \"open\nx",
    tokens: "k:throw ow:new ne:TypeError p:( s1:'it\\'s' p:) c1://·a cm:/*·b·*/ s2:\"open nx:x",
  },
  {
    language: 'typescript',
    claim: 'knows types',
    source: [
      'interface A<T> { readonly a: string; b?: ns.Foo }',
      'function f(x: void): Map<string> {}',
    ].join('\n'),
    tokens:
      'kd:interface nx:A o:< nx:T o:> p:{ k:readonly nx:a o:: kt:string p:; nx:b o:?: kt:ns.Foo ' +
      'p:} kd:function nx:f p:( nx:x o:: kt:void p:) o:: kt:Map o:< kt:string o:> p:{}',
  },
  {
    language: 'typescript',
    claim: 'leaves the labels of a switch alone',
    source: 'switch (x) { case 1: return y; default: z() }',
    tokens:
      'k:switch p:( nx:x p:) p:{ k:case mf:1 o:: k:return nx:y p:; k:default o:: nx:z p:() p:}',
  },
  {
    language: 'typescript',
    claim: 'knows decorators and members',
    source: '@Input() private abstract b: number',
    tokens: 'kd:@Input p:() k:private k:abstract nx:b o:: kt:number',
  },
  {
    language: 'json',
    claim: 'tells keys from strings',
    source: '{"a": [1, -2.5e3, true, null, "b"], "c\\"d" : {}}',
    tokens:
      'p:{ nt:"a" p:: p:[ mi:1 p:, mf:-2.5e3 p:, kc:true p:, kc:null p:, s2:"b" p:], nt:"c\\"d" ' +
      'p:: p:{}}',
  },
  {
    language: 'bash',
    claim: 'expands variables and commands',
    source: 'echo "a $x ${y:-1} $(date +%s)" `ls` $((y * 16#ff)) $?',
    tokens:
      'nb:echo s2:"a nv:$x si:${ nv:y k::- nv:1 si:} k:$( :date :+%s k:) s2:" sb:` :ls sb:` ' +
      'k:$(( nv:y o:* m:16#ff k:)) nv:$?',
  },
  {
    language: 'bash',
    claim: 'knows commands and words',
    source: 'if [[ -f $1 && a != done-x ]]; then x=1; exit 2; fi # end',
    tokens:
      'k:if o:[[ :-f nv:$1 o:&& :a :! o:= :done-x o:]] p:; k:then nv:x o:= m:1 p:; nb:exit m:2 ' +
      'p:; k:fi c1:#·end',
  },
  {
    language: 'bash',
    claim: 'knows documents within',
    source: "cat <<-'EOF' | sort\na $x\n\tEOF\ntrue",
    tokens: ":cat s:<<-'EOF'·|·sort·a·$x··EOF nb:true",
  },
  {
    language: 'bash',
    claim: 'knows quotes',
    source: "'a\"b' $'c\\'d' \\'",
    tokens: "s1:'a\"b' s1:$'c\\'d' se:\\'",
  },
  {
    language: 'diff',
    claim: 'knows the unified format',
    source: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n same\n-old\n+new',
    tokens: 'gh:diff·--git·a/x·b/x gd:---·a/x gi:+++·b/x gu:@@·-1·+1·@@ :same gd:-old gi:+new',
  },
  {
    language: 'diff',
    claim: 'knows the normal format',
    source: '1,2c3\n< old\n---\n> new',
    tokens: 'gu:1,2c3 gd:<·old gs:--- gi:>·new',
  },
  {
    language: 'tex',
    claim: 'tells text from formulas',
    source: '\\section*[a]{B} 50\\% % c\n$x^2$ \\[\\pi = 3\\]',
    tokens:
      'k:\\section* na:[a] nb:{ :B nb:} :50 k:\\% c:%·c s:$ nb:x^ m:2 s:$ sb:\\[ nv:\\pi o:= m:3 ' +
      's:\\]',
  },
  {
    language: 'c',
    claim: 'knows directives',
    source: '#include <stdio.h>\n#define A(b) \\\n  b // c\nint x;',
    tokens: 'cp:#include cpf:<stdio.h> cp:#define·A(b)·\\···b c1://·c kt:int n:x p:;',
  },
  {
    language: 'c',
    claim: 'knows functions and types',
    source: 'static int main(char **argv) { struct point p; return puts("a\\n%d") == NULL; }',
    tokens:
      'k:static kt:int nf:main p:( kt:char o:** n:argv p:) p:{ k:struct nc:point n:p p:; ' +
      'k:return n:puts p:( s:"a se:\\n s:%d" p:) o:== nb:NULL p:; p:}',
  },
  {
    language: 'c',
    claim: 'knows its numbers',
    source: "0xFFu 0755 0b1 10UL 1.5f 1e10 '\\n' L'x'",
    tokens: "mh:0xFFu mo:0755 mb:0b1 mi:10UL mf:1.5f mf:1e10 sc:'\\n' sa:L sc:'x'",
  },
  {
    language: 'c++',
    claim: 'knows namespaces, classes and raw strings',
    source: 'namespace a::b { class C : public D { auto s = R"x(a"b)x"; int n = 1\'000; }; }',
    tokens:
      'k:namespace nn:a::b p:{ k:class nc:C o:: k:public n:D p:{ k:auto n:s o:= sa:R ' +
      's:"x(a"b)x" p:; kt:int n:n o:= mi:1\'000 p:; p:}; p:}',
  },
  {
    language: 'go',
    claim: 'knows declarations',
    source: [
      'package main',
      'func (t *T) f(x ...string) error { ch <- int64(len(x)); return nil }',
    ].join('\n'),
    tokens:
      'kn:package nx:main kd:func p:( nx:t o:* nx:T p:) nx:f p:( nx:x o:... kt:string p:) ' +
      'kt:error p:{ nx:ch o:<- nb:int64 p:( nb:len p:( nx:x p:)); k:return kc:nil p:}',
  },
  {
    language: 'go',
    claim: 'knows its literals',
    source: "0x1F 0b1 017 1_0 1.5 2i 'x' '\\n' `a\\` \"b\\\"c\"",
    tokens: "mh:0x1F mb:0b1 mo:017 mi:1_0 mf:1.5 m:2i sc:'x' sc:'\\n' s:`a\\` s:\"b\\\"c\"",
  },
  {
    language: 'java',
    claim: 'knows packages, classes and methods',
    source: [
      'package a.b;',
      'import static c.D.*;',
      '@Override public class E<T> extends F {',
      '  List<T> get(int i) { return new G(this.h, i); }',
      '}',
    ].join('\n'),
    tokens:
      'kn:package nn:a.b p:; kn:import·static nn:c.D.* p:; nd:@Override kd:public kd:class nc:E ' +
      'o:< n:T o:> kd:extends n:F p:{ n:List o:< n:T o:> nf:get p:( kt:int n:i p:) p:{ k:return ' +
      'k:new n:G p:( k:this p:. na:h p:, n:i p:); p:} p:}',
  },
  {
    language: 'java',
    claim: 'knows its literals',
    source: '0xFFL 017 0b1 1_000 1.5e3 1f \'c\' \'\\\'\' "a\\tb" """\n "x" """ true',
    tokens:
      'mh:0xFFL mo:017 mb:0b1 mi:1_000 mf:1.5e3 mf:1f sc:\'c\' sc:\'\\\'\' s:"a\\tb" s:"""··"x"·""" ' +
      'kc:true',
  },
  {
    language: 'rust',
    claim: 'knows declarations',
    source: [
      '#[derive(Debug)]',
      'pub fn new<\'a>(x: &\'a str) -> Option<Self> { mod m; struct P; let mut y = x.0; println!("a\\n") }',
    ].join('\n'),
    tokens:
      "cp:#[derive(Debug)] k:pub k:fn nf:new o:< na:'a o:> p:( n:x p:: o:& na:'a kt:str p:) " +
      'p:-> nb:Option o:< bp:Self o:> p:{ k:mod nn:m p:; k:struct nc:P p:; kd:let k:mut n:y o:= ' +
      'n:x p:. mi:0 p:; fm:println! p:( s:"a se:\\n s:" p:) p:}',
  },
  {
    language: 'rust',
    claim: 'knows its literals',
    source: "1_000u64 0xFF 1.5e3f32 2. 0..10 b'x' '\\u{41}' r#\"a\"b\"# 1.max(2)",
    tokens:
      "mi:1_000u64 mh:0xFF mf:1.5e3f32 mf:2. mi:0 p:.. mi:10 sc:b'x' sc:'\\u{41}' s:r#\"a\"b\"# " +
      'mi:1 p:. n:max p:( mi:2 p:)',
  },
  {
    language: 'rust',
    claim: 'nests comments',
    source: '/* a /* b */ c */ d /// e',
    tokens: 'cm:/*·a·/*·b·*/·c·*/ n:d sd:///·e',
  },
  {
    language: 'html',
    claim: 'tells tags, attributes and text',
    source: '<!DOCTYPE html><p class="a" id=b hidden>x &amp; y</p><br/><!-- c -->',
    tokens:
      'cp:<!DOCTYPE·html> p:< nt:p na:class o:= s:"a" na:id o:= s:b na:hidden p:> :x ni:&amp; ' +
      ':y p:</ nt:p p:>< nt:br p:/> cm:<!--·c·-->',
  },
  {
    language: 'xml',
    claim: 'tells tags, attributes and text',
    source: '<?xml version="1.0"?><a:b c="d">x &lt;<e/></a:b><![CDATA[<]]>',
    tokens:
      'cp:<?xml·version="1.0"?> nt:<a:b na:c= s:"d" nt:> :x ni:&lt; nt:<e/></a:b> ' +
      'cp:<![CDATA[<]]>',
  },
  {
    language: 'css',
    claim: 'tells selectors from declarations',
    source: [
      'a:hover, .b > #c { color: #fff; margin: -1.5em 10px !important; --x: calc(1px + var(--y)) }',
    ].join('\n'),
    tokens:
      'nt:a p:: nd:hover o:, p:. nc:b o:> p:# nn:c p:{ k:color p:: mh:#fff p:; k:margin p:: ' +
      'mf:-1.5 kt:em mi:10 kt:px cp:!important p:; nv:--x p:: nb:calc p:( mi:1 kt:px o:+ nb:var ' +
      'p:( nv:--y p:)) p:}',
  },
  {
    language: 'css',
    claim: 'knows rules with blocks',
    source: '@media (min-width: 10px) { li { d: e("f") } } /* c */',
    tokens:
      'p:@ k:media o:( nt:min-width o:: nt:10px o:) p:{ nt:li p:{ k:d p:: nf:e p:( s2:"f" p:) ' +
      'p:} p:} cm:/*·c·*/',
  },
  {
    language: 'sql',
    claim: 'knows words in any case',
    source: "SELECT a, Count(*) from \"T\" WHERE b >= 10 AND c = 'it''s'; -- d",
    tokens:
      'k:SELECT n:a p:, k:Count p:( o:* p:) k:from ss:"T" k:WHERE n:b o:>= mi:10 k:AND n:c o:= ' +
      "s1:'it''s' p:; c1:--·d",
  },
  {
    language: 'sql',
    claim: 'knows types',
    source: 'create table t (id BigInt not null)',
    tokens: 'k:create k:table n:t p:( n:id nb:BigInt k:not k:null p:)',
  },
  {
    language: 'yaml',
    claim: 'tells keys from values',
    source: '---\na: 1 # c\n"b c": http://d/#e\nf: x, y\n- -5\n- &g !h i\n- *g',
    tokens:
      'nn:--- nt:a p:: l·l-Scalar·l-Scalar-Plain:1 c1:#·c nt:"b·c" p:: ' +
      'l·l-Scalar·l-Scalar-Plain:http://d/#e nt:f p:: l·l-Scalar·l-Scalar-Plain:x,·y ' +
      'p·p-Indicator:- l·l-Scalar·l-Scalar-Plain:-5 p·p-Indicator:- nl:&g kt:!h ' +
      'l·l-Scalar·l-Scalar-Plain:i p·p-Indicator:- nv:*g',
  },
  {
    language: 'yaml',
    claim: 'knows collections in one line',
    source: '[a, b: c, {"d": e}]',
    tokens:
      'p·p-Indicator:[ l·l-Scalar·l-Scalar-Plain:a p·p-Indicator:, nt:b p:: ' +
      'l·l-Scalar·l-Scalar-Plain:c p·p-Indicator:, p·p-Indicator:{ nt:"d" p:: ' +
      'l·l-Scalar·l-Scalar-Plain:e p·p-Indicator:}]',
  },
  {
    language: 'yaml',
    claim: 'takes a block of text as one',
    source: 't: |\n  one: two\n  # three\n\n  four\nu: v',
    tokens:
      'nt:t p:: p·p-Indicator:| l·l-Scalar·l-Scalar-Plain:one:·two···#·three····four nt:u p:: ' +
      'l·l-Scalar·l-Scalar-Plain:v',
  },
]

for (const { language, claim, source, tokens } of PROGRAMS) {
  test(`the lexer of ${language} ${claim}`, () => {
    assert.equal(readTokens(language, source), tokens)
  })
}
