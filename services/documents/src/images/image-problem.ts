/** Why an image value gives no picture, in words for the client: they reveal nothing about our network or disk. */
export type ImageReason =
  | 'not a data URI, an http or https URL, or a path below the images directory'
  | 'not an image that this service knows (PNG, JPEG, GIF, BMP, WebP, SVG)'
  | 'larger than the limit'
  | 'too many pixels'
  | 'too many different images'
  | 'the data URI is not valid base64'
  | 'no such file in the images directory'
  | 'the address could not be fetched'
  | 'the SVG holds scripts or refers to other files'
