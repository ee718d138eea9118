/** What publishers keep to, and followers insist on. A figure that grows needs a new number of the format. */

const MiB = 1_048_576

/** The format that this program writes, and the newest that it reads. */
export const formatNumber = 1

export const maxManifestBytes = 4 * MiB
/** 64 bytes in base64 and a line break. */
export const signatureBytes = 89
export const maxIndexBytes = 512 * 1_024

export const maxPacketBytes = 64 * MiB
export const maxPacketUnpackedBytes = 1_024 * MiB
export const maxPacketLines = 200_000
export const maxPartBytes = 64 * MiB
export const maxPartUnpackedBytes = 2_048 * MiB
export const maxPartLines = 20_000_000
/** The longest line of a packet or a part, with its end. */
export const maxPublishedLineBytes = 16 * MiB

/** What is sent to followers as soon as it changes: records at once, and the bytes of them. More come as packets. */
export const maxLiveRecords = 200
export const maxLiveBytes = 4 * MiB

export const maxKeys = 100
export const maxSources = 10_000
export const maxParts = 20_000
export const maxIndexes = 2_000
export const maxNewest = 1_000
/** Packets whose numbers begin alike share a folder and an index. */
export const packetsOfIndex = 1_000
export const maxPacketNumber = 999_999_999
