import fc from 'fast-check'
import { anyText } from '@oficina/testkit/any-text.ts'

/** Pieces that mean something in Markdown or HTML, and any text between them. */
export function anyRich(): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof(
        anyText(),
        fc.constantFrom(
          ...'# |- |1. |> |> - |```|`|**|_|~~|![|](|)|[|]|\n|\n\n|    |\t|---|:-:|&#0;|&amp;|&#xD800;|<!--|-->|<![CDATA[|]]>|<?x'.split(
            '|',
          ),
          '|',
          ...'<p>|</p>|<b>|</b>|<ul>|<ol start=3>|<li>|</ul>|<table>|<tr>|<td rowspan=3>|<td colspan=9>|<th>|</table>|<pre>|</pre>|<br>|<hr>|<h2>|<blockquote>|<a href="https://x.mx/">|</a>|<script>|</script>|<svg>|<custom>|<span style="color:#f00">|<title>'.split(
            '|',
          ),
        ),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join(''))
}
