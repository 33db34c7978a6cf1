/** What is wrong with the file of a template: its archive, its parts, what it includes. */
export const FILES = {
  'The file is not a .docx but an OLE document: an old .doc, or a document protected by a password.':
    'El archivo no es un .docx, sino un documento OLE: un .doc antiguo, o un documento con contraseña.',
  'The file is not a .docx: it is no zip archive.':
    'El archivo no es un .docx: no es un archivo zip.',
  'The file is not a .docx: it has no %{part}.': 'El archivo no es un .docx: no tiene %{part}.',
  'The file is not a .docx: it has no Word document in it.':
    'El archivo no es un .docx: no contiene un documento de Word.',
  'The file has no Word document in it.': 'El archivo no contiene un documento de Word.',
  'The file is a zip64 archive.': 'El archivo es un zip64.',
  'The file is one volume of several.': 'El archivo es una parte de varias.',
  'The end of the file is damaged.': 'El final del archivo está dañado.',
  'The list of entries is damaged.': 'La lista de entradas está dañada.',
  'The entry %{entry} is damaged.': 'La entrada %{entry} está dañada.',
  'The file has more than %{max} entries.': 'El archivo tiene más de %{max} entradas.',
  'An entry of the file has a name that is not allowed.':
    'Una entrada del archivo tiene un nombre que no se permite.',
  'The entry %{entry} points outside the file.': 'La entrada %{entry} apunta fuera del archivo.',
  'The entry %{entry} stands twice.': 'La entrada %{entry} está dos veces.',
  'The entry %{entry} is encrypted.': 'La entrada %{entry} está cifrada.',
  'The entry %{entry} is compressed by a method that .docx does not know.':
    'La entrada %{entry} está comprimida con un método que .docx no conoce.',
  'The entry %{entry} unpacks to more than %{max} bytes.':
    'La entrada %{entry} se descomprime en más de %{max} bytes.',
  'The entry %{entry} is compressed more than %{max} to 1.':
    'La entrada %{entry} está comprimida más de %{max} a 1.',
  'The file unpacks to more than %{max} bytes.':
    'El archivo se descomprime en más de %{max} bytes.',
  'Entries of the file overlap.': 'Unas entradas del archivo se enciman.',

  'The part is not encoded in UTF-8.': 'La parte no está codificada en UTF-8.',
  'The part has a document type declaration, which is not allowed.':
    'La parte declara un tipo de documento, lo que no se permite.',
  'The part declares too many parts.': 'La parte declara demasiadas partes.',
  'The part has too many elements.': 'La parte tiene demasiados elementos.',
  'The part is not well-formed XML: it ends inside a tag.':
    'La parte no es XML bien formado: termina dentro de una marca.',
  'The part is not well-formed XML: <%{open}> is not closed.':
    'La parte no es XML bien formado: <%{open}> no se cierra.',
  'The part is not well-formed XML: </%{close}> closes nothing.':
    'La parte no es XML bien formado: </%{close}> no cierra nada.',
  'The part is not well-formed XML: </%{close}> closes <%{open}>.':
    'La parte no es XML bien formado: </%{close}> cierra <%{open}>.',
  'An element has more than %{max} attributes.': 'Un elemento tiene más de %{max} atributos.',
  'Elements are nested deeper than %{max}.': 'Los elementos anidan más de %{max} niveles.',
  'The template has more than %{max} tags.': 'La plantilla tiene más de %{max} etiquetas.',

  '"%{name}" is no slug.': '"%{name}" no es un slug.',
  'The template %{slug} would include itself.': 'La plantilla %{slug} se incluiría a sí misma.',
  'Templates include each other at most %{max} deep.':
    'Las plantillas se incluyen unas a otras en a lo más %{max} niveles.',
  'A template includes at most %{max} others.': 'Una plantilla incluye a lo más otras %{max}.',
  'The document grows beyond %{max} bytes with it.': 'El documento pasa de %{max} bytes con ella.',
  'It cannot be included here.': 'No se puede incluir aquí.',
  'It was not written by Word.': 'No la escribió Word.',
  'It calls other elements "%{name}" than this template.':
    'Llama "%{name}" a otros elementos que esta plantilla.',
  'It holds a %{kind}, which cannot be included.':
    'Contiene un objeto de tipo %{kind}, que no se puede incluir.',
  'Its picture %{target} is missing.': 'Falta su imagen %{target}.',
} as const
