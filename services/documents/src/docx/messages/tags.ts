/** What is wrong with the tags of a template, said to its author. */
export const TAGS = {
  'The tag is empty.': 'La etiqueta está vacía.',
  'The tag names no value.': 'La etiqueta no nombra ningún valor.',
  'The tag is longer than %{max} characters.': 'La etiqueta tiene más de %{max} caracteres.',
  'A tag is closed with "%{close}" that was not opened with "%{open}".':
    'Se cierra con "%{close}" una etiqueta que no se abrió con "%{open}".',
  'The tag is not closed with "%{close}" in its paragraph.':
    'La etiqueta no se cierra con "%{close}" en su párrafo.',
  'Tags are written with one "%{open}", not two.':
    'Las etiquetas se escriben con un solo "%{open}", no con dos.',
  'New delimiters are written as {=[[ ]]=}.': 'Los delimitadores nuevos se escriben {=[[ ]]=}.',
  'Only values can stand here.': 'Aquí solo puede haber valores.',
  'Only values can stand in the address of a link.':
    'En la dirección de un vínculo solo puede haber valores.',
  'A link with tags leads to %{schemes} only, not to %{name}.':
    'Un vínculo con etiquetas solo lleva a %{schemes}, no a %{name}.',
  'No tag can stand in %{type}, which would fetch what the data names; a picture is {%name}.':
    'En %{type} no puede haber etiquetas, porque traería lo que digan los datos; una imagen es {%nombre}.',
  'A template is included by {>slug} alone in a paragraph of the document, outside of headers, footers and text boxes.':
    'Una plantilla se incluye con {>slug}, solo en un párrafo del documento, fuera de encabezados, pies y cuadros de texto.',

  'The expression is nested too deep.': 'La expresión anida demasiado.',
  '"%{text}" is missing before %{what}.': 'Falta "%{text}" antes de %{what}.',
  'A value is missing before %{what}.': 'Falta un valor antes de %{what}.',
  '%{what} is not expected here.': '%{what} no va aquí.',
  '"%{text}" is not understood.': 'No se entiende "%{text}".',
  'the end of the tag': 'el final de la etiqueta',
  'After "|" the name of a formatter is missing.': 'Falta el nombre de un formato después de "|".',
  'After "." a name is missing.': 'Falta un nombre después de ".".',
  'Values are compared with "=="; a tag cannot set one with "=".':
    'Los valores se comparan con "=="; una etiqueta no puede asignar uno con "=".',
  'The tag has more than %{max} names with hyphens; put spaces around "-".':
    'La etiqueta tiene más de %{max} nombres con guion; pon espacios alrededor de "-".',
  "In '%{text}': %{what}": "En '%{text}': %{what}",

  'There is no formatter "%{name}"; there are %{known}.': 'No hay formato "%{name}"; hay %{known}.',
  'The formatter "%{name}" needs %{count} argument.':
    'El formato "%{name}" necesita %{count} argumento.',
  'The formatter "%{name}" takes at most %{count} arguments.':
    'El formato "%{name}" toma a lo más %{count} argumentos.',
  'The formatter "%{name}" cannot use its argument: %{why}.':
    'El formato "%{name}" no puede usar su argumento: %{why}.',
  'The formatter "%{name}" takes the name of a field, which \'%{field}\' is not.':
    'El formato "%{name}" toma el nombre de un campo, y \'%{field}\' no lo es.',
  'The formatter "%{name}" takes one of %{allowed} there, not \'%{text}\'.':
    'El formato "%{name}" toma ahí uno de %{allowed}, no \'%{text}\'.',
  'The formatter "dropRow" must be in the text of a table row, which it drops.':
    'El formato "dropRow" debe estar en el texto de un renglón de tabla, que es el que quita.',
  'The formatter "dropParagraph" must be in the text of a paragraph, which it drops.':
    'El formato "dropParagraph" debe estar en el texto de un párrafo, que es el que quita.',
  'The formatter "merge" must be in the text of a table cell, which it merges with the one above.':
    'El formato "merge" debe estar en el texto de una celda de tabla, que une con la de arriba.',

  'There is no code %{name}: write one of %{known}.':
    'No hay código %{name}: escribe uno de %{known}.',
  'In the brackets of %{code} stands %{options}; "%{option}" is none of them.':
    'Entre los paréntesis de %{code} va %{options}; "%{option}" no lo es.',
  'plain, without the text below': 'plain, sin el texto de abajo',
  'the error correction: L, M, Q or H': 'la corrección de errores: L, M, Q o H',
  'the error correction: 0 to 8': 'la corrección de errores: de 0 a 8',
  'An image tag must be in a table of one row and one cell.':
    'Una etiqueta de imagen debe estar en una tabla de un renglón y una celda.',
  'A raw XML tag must be alone in its paragraph, which it replaces.':
    'Una etiqueta de XML directo debe estar sola en su párrafo, al que reemplaza.',
  'A rich text tag must be alone in its paragraph, which it replaces.':
    'Una etiqueta de texto con formato debe estar sola en su párrafo, al que reemplaza.',

  'The section is not closed.': 'La sección no se cierra.',
  'Sections are nested deeper than %{max}.': 'Las secciones anidan más de %{max} niveles.',
  'There is no section around this tag.': 'No hay una sección alrededor de esta etiqueta.',
  'The section has two of these tags.': 'La sección tiene dos de estas etiquetas.',
  'The section that this tag closes was not opened.':
    'No se abrió la sección que esta etiqueta cierra.',
  'The tag does not close %{tag}, which is open here.':
    'La etiqueta no cierra %{tag}, que está abierta aquí.',
  'The section reaches out of the section %{tag} around it.':
    'La sección se sale de la sección %{tag} que la rodea.',
  'The section repeats the same row or paragraph as %{tag}.':
    'La sección repite el mismo renglón o párrafo que %{tag}.',
  'The section begins or ends in the middle of a row that may be dropped.':
    'La sección empieza o termina a la mitad de un renglón que se puede quitar.',
  'The section begins or ends in the middle of a paragraph that may be dropped.':
    'La sección empieza o termina a la mitad de un párrafo que se puede quitar.',
  'The section begins and ends at places that cannot be repeated as one: %{instead}':
    'La sección empieza y termina en lugares que no se pueden repetir como uno solo: %{instead}',
  'put both tags in one paragraph, in paragraphs of their own, or in cells of table rows.':
    'pon ambas etiquetas en un párrafo, en párrafos propios, o en celdas de renglones de tabla.',
  'The section is to repeat <%{element}>, but one of its tags is in none.':
    'La sección debe repetir <%{element}>, pero una de sus etiquetas no está en ninguno.',
  'The tag {else} must be in a row of its own, or in the first row of what it begins.':
    'La etiqueta {else} debe estar en un renglón propio, o en el primero de lo que empieza.',
} as const
