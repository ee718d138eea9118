import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { CertificateName } from './names.ts'

/** Thirteen months: browsers accept no longer ones from an authority that everybody knows, and some from any. */
export const CERTIFICATE_DAYS = 396
/** How long an authority can sign, where its key is kept. */
export const AUTHORITY_DAYS = 3_650
/** Devices whose clock is slow accept a new certificate, too. */
const SLOW_CLOCK_MS = 3_600_000

const dayMs = 86_400_000
const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const commonName = '2.5.4.3'

/** A certificate in PEM, and the key that belongs to it. */
export type Made = { certificate: string; key: KeyObject }

/** An authority that signs for certain names alone. */
export function makeAuthority(names: readonly CertificateName[], now: Date, days: number): Made {
  const key = newKey()
  const subject = nameOf(`Reelcommons authority ${now.toISOString().slice(0, 10)} ${randomBytes(4).toString('hex')}`)
  const certificate = signed({
    subject,
    issuer: subject,
    now,
    until: new Date(now.getTime() + days * dayMs),
    publicKey: key,
    signingKey: key,
    extensions: [
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)),
      extension(id_ce_nameConstraints, true, constraintsOf(names)),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifierOf(key))),
    ],
  })
  return { certificate, key }
}

/** A certificate of a server for these names, signed by an authority, and valid no longer than that one. */
export function makeCertificate(names: readonly CertificateName[], authority: Made, now: Date): Made {
  const key = newKey()
  const { issuer, until } = facts(authority)
  const certificate = signed({
    subject: nameOf('Reelcommons'),
    issuer,
    now,
    until: new Date(Math.min(until.getTime(), now.getTime() + CERTIFICATE_DAYS * dayMs)),
    publicKey: key,
    signingKey: authority.key,
    extensions: [
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
      extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, false, new SubjectAlternativeName(names.map(generalName))),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifierOf(key))),
      extension(
        id_ce_authorityKeyIdentifier,
        false,
        new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(identifierOf(authority.key)) }),
      ),
    ],
  })
  return { certificate, key }
}

/** The names that an authority may sign for. */
export function permittedNames(certificate: string): CertificateName[] {
  const found = parsed(certificate).tbsCertificate.extensions?.find(({ extnID }) => extnID === id_ce_nameConstraints)
  if (!found) return []
  const { permittedSubtrees } = AsnConvert.parse(found.extnValue, NameConstraints)
  return [...(permittedSubtrees ?? [])].flatMap(({ base: { dNSName, iPAddress } }): CertificateName[] => {
    if (dNSName !== undefined) return [{ type: 'dns', value: dNSName }]
    return iPAddress === undefined ? [] : [{ type: 'ip', value: iPAddress.replace(/\/\d+$/, '') }]
  })
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

type Wanted = {
  subject: Name
  issuer: Name
  now: Date
  until: Date
  publicKey: KeyObject
  signingKey: KeyObject
  extensions: Extension[]
}

function signed({ subject, issuer, now, until, publicKey, signingKey, extensions }: Wanted): string {
  const algorithm = () => new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })
  const serial = randomBytes(16)
  // A positive number of full length.
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40
  const begin = new Date(now.getTime() - SLOW_CLOCK_MS)
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(serial),
    signature: algorithm(),
    issuer,
    validity: new Validity({ notBefore: begin, notAfter: until }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(spkiOf(publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions(extensions),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), signingKey)
  const whole = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm(),
    signatureValue: bytesOf(signature),
  })
  const text = Buffer.from(AsnConvert.serialize(whole)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${(text.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
}

/** What may be signed: these names and what is below them, and of kinds that have no name here nothing. */
function constraintsOf(names: readonly CertificateName[]): NameConstraints {
  const permitted = names.map(
    ({ type, value }) =>
      new GeneralName(
        type === 'dns' ? { dNSName: value } : { iPAddress: `${value}/${value.includes(':') ? 128 : 32}` },
      ),
  )
  const has = (type: CertificateName['type']) => names.some((name) => name.type === type)
  const excluded = [
    ...(has('dns') ? [] : [{ dNSName: '' }]),
    ...(has('ip') ? [] : [{ iPAddress: '0.0.0.0/0' }, { iPAddress: '::/0' }]),
  ].map((name) => new GeneralName(name))
  const subtrees = (bases: GeneralName[]) => new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })))
  return new NameConstraints({
    permittedSubtrees: subtrees(permitted),
    ...(excluded.length > 0 ? { excludedSubtrees: subtrees(excluded) } : {}),
  })
}

const generalName = ({ type, value }: CertificateName): GeneralName =>
  new GeneralName(type === 'dns' ? { dNSName: value } : { iPAddress: value })

const nameOf = (text: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: commonName, value: new AttributeValue({ utf8String: text }) }),
    ]),
  ])

const extension = (extnID: string, critical: boolean, value: object): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })

/** The public half of a private key. */
const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

/** What names a key in certificates: a digest of its bits. */
function identifierOf(key: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = AsnConvert.parse(spkiOf(key), SubjectPublicKeyInfo)
  return bytesOf(createHash('sha1').update(Buffer.from(subjectPublicKey)).digest())
}

function facts({ certificate }: Made): { issuer: Name; until: Date } {
  const { subject, validity } = parsed(certificate).tbsCertificate
  return { issuer: subject, until: validity.notAfter.getTime() }
}

const parsed = (pem: string): Certificate =>
  AsnConvert.parse(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'), Certificate)

/** Bytes as the library takes them, with nothing around them. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer
