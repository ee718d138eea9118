import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { changeKeys, imageSizes } from '#src/reference/reference.ts'

const Sizes = Type.Array(Type.String())

const Configuration = Type.Object(
  {
    change_keys: Type.Array(Type.String({ enum: [...changeKeys] })),
    images: Type.Object({
      base_url: Type.String(),
      secure_base_url: Type.String(),
      backdrop_sizes: Sizes,
      logo_sizes: Sizes,
      poster_sizes: Sizes,
      profile_sizes: Sizes,
      still_sizes: Sizes,
    }),
  },
  { title: 'Configuration' },
)

export const details = operation('configuration.details', 'GET /3/configuration', {
  summary: 'Addresses and sizes of images, and the keys of changes',
  access: 'key',
  reply: Configuration,
  cache: { seconds: cacheSeconds },
  dependsOnSite: true,
  async handle({ site }) {
    // A site has one address: if it is secure, the other one would only redirect to it.
    const base = `${site}/t/p/`
    return { change_keys: [...changeKeys], images: { base_url: base, secure_base_url: base, ...imageSizes } }
  },
})
