import { ApiError, type StatusName } from '#src/contract/statuses.ts'

/** Why a file is refused as a picture: the status, and the end of a sentence about the file. */
const reasons = {
  empty: ['picture_unknown', 'is empty'],
  too_many_bytes: ['picture_too_large', 'is too large'],
  unknown_type: ['picture_unknown', 'is not a JPEG, PNG, WebP, AVIF, GIF or SVG picture'],
  vector: ['picture_unknown', 'is an SVG picture, and only logos may be SVG'],
  damaged: ['picture_damaged', 'is damaged or incomplete'],
  unsafe: ['picture_damaged', 'declares entities or refers to other files, which is not allowed'],
  too_complex: ['picture_too_large', 'is a drawing with too many parts or with parts that contain each other'],
  too_many_pixels: ['picture_too_large', 'has too many pixels'],
  too_many_frames: ['picture_moving', 'is animated, and only still pictures are accepted'],
  too_slow: ['picture_too_large', 'takes too long to read'],
  no_room: ['unavailable', 'cannot be stored: the disk or the bucket is full'],
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
