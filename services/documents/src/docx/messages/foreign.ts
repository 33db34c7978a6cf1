/** What other engines and Word's mail merge write, and what a template has in its place. */
export const FOREIGN = {
  '"d." is how Carbone names the data: write {%{name}}. A field that is named d is {this.d.%{name}}.':
    '"d." es como Carbone llama a los datos: escribe {%{name}}. Un campo que se llama d es {this.d.%{name}}.',
  '"{% … %}" is how Jinja writes statements; what is repeated or shown on a condition stands in a section: {#name} … {/name}.':
    '"{% … %}" es como Jinja escribe instrucciones; lo que se repite o depende de una condición va en una sección: {#nombre} … {/nombre}.',
  'A template has no tags for comments, as Jinja has; write a comment of Word.':
    'Una plantilla no tiene etiquetas de comentario, como Jinja; usa un comentario de Word.',
  'There is no "else if": write {else}, and a section of its own behind it.':
    'No hay "else if": escribe {else}, y detrás una sección propia.',
  '"%{word}" begins nothing; what is repeated or shown on a condition stands in a section: {#name} … {/name}.':
    '"%{word}" no empieza nada; lo que se repite o depende de una condición va en una sección: {#nombre} … {/nombre}.',
  '"%{word}" ends nothing; what is repeated or shown on a condition stands in a section: {#name} … {/name}.':
    '"%{word}" no termina nada; lo que se repite o depende de una condición va en una sección: {#nombre} … {/nombre}.',

  '%{type} works in a mail merge of Word only; repeat rows or paragraphs with a section: {#name} … {/name}.':
    '%{type} solo sirve en la combinación de correspondencia de Word; repite renglones o párrafos con una sección: {#nombre} … {/nombre}.',
  '%{type} works in a mail merge of Word only; leave out what is not wanted with a section: {#name} … {/name}.':
    '%{type} solo sirve en la combinación de correspondencia de Word; deja fuera lo que sobra con una sección: {#nombre} … {/nombre}.',
  '%{type} works in a mail merge of Word only; the position in a section is {$index + 1}.':
    '%{type} solo sirve en la combinación de correspondencia de Word; la posición en una sección es {$index + 1}.',
  '%{type} works in a mail merge of Word only; write the values that it is made of, such as {name}.':
    '%{type} solo sirve en la combinación de correspondencia de Word; escribe los valores de que se compone, como {nombre}.',
  'The merge field names no value.': 'El campo de combinación no nombra ningún valor.',
  '"%{name}" is not understood in a merge field.':
    'No se entiende "%{name}" en un campo de combinación.',
  'The switch %{name} of a merge field is not understood.':
    'No se entiende el modificador %{name} de un campo de combinación.',
  'The format \\* %{argument} of a merge field has no counterpart; write a tag.':
    'El formato \\* %{argument} de un campo de combinación no tiene equivalente; escribe una etiqueta.',
  'The format \\# %{picture} of a merge field has no counterpart; write a tag.':
    'El formato \\# %{picture} de un campo de combinación no tiene equivalente; escribe una etiqueta.',
  'The text "%{text}" of a merge field has no counterpart; write it beside a tag.':
    'El texto "%{text}" de un campo de combinación no tiene equivalente; escríbelo junto a una etiqueta.',
  'A merge field inside another field is not filled: write a condition, such as {total > 0 ? "yes" : "no"}, or a tag in the address of a link.':
    'Un campo de combinación dentro de otro no se llena: escribe una condición, como {total > 0 ? "sí" : "no"}, o una etiqueta en la dirección del vínculo.',
  'The merge field shows no text that a value could replace: write a tag, such as {name}.':
    'El campo de combinación no muestra un texto que un valor pueda reemplazar: escribe una etiqueta, como {nombre}.',
} as const
