import { ApiError, type StatusName } from '#src/contract/statuses.ts'

/** Why a file is refused as a picture: the status, and the end of a sentence about the file. */
const reasons = {
  empty: ['picture_unknown', 'is empty'],
  too_many_bytes: ['picture_too_large', 'has too many bytes'],
  unknown_type: ['picture_unknown', 'is no JPEG, PNG, WebP, AVIF, GIF or SVG picture'],
  vector: ['picture_unknown', 'is an SVG picture, which only a logo can be'],
  damaged: ['picture_damaged', 'is damaged or cut off'],
  unsafe: ['picture_damaged', 'declares entities or refers to something outside, which a picture must not'],
  too_complex: ['picture_too_large', 'is a drawing of too many parts, or of parts that use each other without end'],
  too_many_pixels: ['picture_too_large', 'has too many pixels'],
  too_many_frames: ['picture_moving', 'moves: it has more than one frame'],
  too_slow: ['picture_too_large', 'takes too long to be read'],
  no_room: ['unavailable', 'finds no room: the disk is nearly full'],
} as const satisfies Record<string, readonly [StatusName, string]>

export type PictureReason = keyof typeof reasons
export const pictureReasons = Object.keys(reasons) as readonly PictureReason[]

/** A file that is refused as a picture. */
export class PictureError extends ApiError {
  override name = 'PictureError'
  readonly reason: PictureReason
  constructor(reason: PictureReason) {
    super(reasons[reason][0])
    this.reason = reason
    this.message = reasons[reason][1]
  }
}
