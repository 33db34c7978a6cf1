import type { Face } from './drawn-face.ts'

const HAIR = {
  black: [38, 32, 34],
  brown: [92, 60, 42],
  grey: [150, 148, 152],
  red: [150, 74, 44],
} as const

const SKIN = {
  light: [244, 211, 188],
  tan: [222, 174, 138],
  brown: [176, 121, 86],
} as const

const plain = { hasGlasses: false } as const

/** How the users of the demonstration look, by their names. */
export const DEMO_FACES: Readonly<Record<string, Face>> = {
  admin: {
    back: [214, 226, 240],
    skin: SKIN.tan,
    hair: HAIR.grey,
    shirt: [46, 74, 112],
    cut: 'short',
    hasGlasses: true,
  },
  compras: {
    ...plain,
    back: [250, 226, 205],
    skin: SKIN.light,
    hair: HAIR.brown,
    shirt: [176, 74, 62],
    cut: 'long',
  },
  gerente: {
    ...plain,
    back: [220, 232, 222],
    skin: SKIN.brown,
    hair: HAIR.black,
    shirt: [58, 64, 74],
    cut: 'none',
  },
  almacen: {
    ...plain,
    back: [253, 236, 190],
    skin: SKIN.brown,
    hair: HAIR.black,
    shirt: [212, 120, 30],
    cut: 'bun',
  },
  ventas: {
    ...plain,
    back: [222, 222, 244],
    skin: SKIN.tan,
    hair: HAIR.brown,
    shirt: [92, 84, 170],
    cut: 'short',
  },
  facturas: {
    back: [246, 218, 230],
    skin: SKIN.tan,
    hair: HAIR.red,
    shirt: [150, 58, 110],
    cut: 'long',
    hasGlasses: true,
  },
  cobranza: {
    ...plain,
    back: [212, 238, 234],
    skin: SKIN.light,
    hair: HAIR.black,
    shirt: [30, 122, 112],
    cut: 'bun',
  },
  pagos: {
    back: [232, 228, 214],
    skin: SKIN.brown,
    hair: HAIR.black,
    shirt: [112, 92, 52],
    cut: 'short',
    hasGlasses: true,
  },
  tesoreria: {
    ...plain,
    back: [226, 240, 206],
    skin: SKIN.tan,
    hair: HAIR.grey,
    shirt: [78, 120, 44],
    cut: 'long',
  },
  contador: {
    back: [238, 220, 214],
    skin: SKIN.light,
    hair: HAIR.black,
    shirt: [128, 62, 48],
    cut: 'bun',
    hasGlasses: true,
  },
  personal: {
    ...plain,
    back: [236, 222, 246],
    skin: SKIN.brown,
    hair: HAIR.brown,
    shirt: [112, 66, 150],
    cut: 'long',
  },
  consulta: {
    ...plain,
    back: [224, 230, 234],
    skin: SKIN.light,
    hair: HAIR.red,
    shirt: [84, 104, 116],
    cut: 'short',
  },
}
