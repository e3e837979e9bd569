import { randomUUID } from 'node:crypto';
import * as samlify from 'samlify';
import { escapeXml } from '../messages.ts';
import { rsaSha256 } from '../names.ts';
import { keyPairs } from './key-pairs.ts';

samlify.setSchemaValidator({ validate: async () => 'not checked' });

const { redirect } = samlify.Constants.namespace.binding;
const oid = (name: string) => `urn:oid:${name}`;

/** The attributes that a college of InCommon releases. */
export const attributeNames = {
  eppn: oid('1.3.6.1.4.1.5923.1.1.1.6'),
  mail: oid('0.9.2342.19200300.100.1.3'),
  name: oid('2.16.840.1.113730.3.1.241'),
  groups: oid('1.3.6.1.4.1.5923.1.5.1.1'),
};

export interface SamlPerson {
  nameId: string;
  attributes: Readonly<Record<string, readonly string[]>>;
}

/** How the provider responds, where it differs from the usual. */
export interface Manner {
  /** Which key signs; `portal` is not one of its own. */
  signer?: keyof typeof keyPairs;
  /** The algorithm of its signature, RSA with SHA-256 by default. */
  algorithm?: string;
  /** What it signs; the assertion by default. */
  signs?: 'assertion' | 'response' | 'both';
  encrypts?: boolean;
  /** The encryption of the text and of its key, AES-256 in CBC and RSA-OAEP by default. */
  ciphers?: { dataEncryptionAlgorithm: string; keyEncryptionAlgorithm?: string };
  /** Changes the message before it is signed. */
  change?: (xml: string) => string;
  /** Its clock, in milliseconds ahead of ours. */
  ahead?: number;
}

/** A SAML identity provider by `samlify`, which shares no code with our side but the signature library. */
export class IdentityProvider {
  readonly entityId = 'https://idp.sawtooth.example/saml';
  readonly signInUrl: string;
  readonly logoutUrl: string;
  /** Our metadata, as the portal shows it. */
  portal = '';

  constructor(origin = 'https://idp.sawtooth.example') {
    this.signInUrl = `${origin}/sso`;
    this.logoutUrl = `${origin}/slo`;
  }

  /** Its metadata, with the certificates that it announces. */
  metadata(certificates: readonly ('idp' | 'next')[] = ['idp']): string {
    return this.#idp({}, certificates).getMetadata();
  }

  /** Reads a request of ours, with its signature where there is one. @returns Its id and whether it is passive */
  async readRequest(address: string) {
    const { searchParams, search } = new URL(address);
    const query = Object.fromEntries(searchParams);
    const octetString = search.slice(1).replace(/&Signature=.*$/, '');
    const signed = query.Signature !== undefined;
    const idp = this.#idp({}, ['idp'], signed);
    const { extract, samlContent } = await idp.parseLoginRequest(this.#sp({}), 'redirect', {
      query,
      ...(signed ? { octetString } : {}),
    });
    const { id } = extract.request as { id: string };
    return {
      id,
      passive: /IsPassive="true"/.test(samlContent),
      forced: /ForceAuthn="true"/.test(samlContent),
      signed,
    };
  }

  /** @param requestId `null`: it begins here @returns What its page makes the browser post */
  async respond(requestId: string | null, person: SamlPerson, manner: Manner = {}): Promise<string> {
    const sp = this.#sp(manner);
    const response = await this.#idp(manner).createLoginResponse(
      sp,
      { extract: { request: { id: requestId ?? '' } } },
      'post',
      {},
      {
        encryptThenSign: manner.encrypts === true && manner.signs !== 'assertion',
        customTagReplacement: (template) => ({
          id: 'unused',
          context: (manner.change ?? ((xml) => xml))(this.#fill(template, requestId, person, manner)),
        }),
      },
    );
    return response.context;
  }

  /** Reads where our sign-out sends the browser. */
  async readLogout(address: string) {
    const { searchParams, search } = new URL(address);
    const query = Object.fromEntries(searchParams);
    const octetString = search.slice(1).replace(/&Signature=.*$/, '');
    const idp = this.#idp({}, ['idp'], true);
    const { extract } = await idp.parseLogoutRequest(this.#sp({}), 'redirect', { query, octetString });
    return extract;
  }

  /** Where it sends the browser to end sessions at the portal. */
  logoutRequest(nameId: string, sessionIndex: string, manner: Manner = {}): string {
    const idp = this.#idp(manner);
    return idp.createLogoutRequest(
      this.#sp({}),
      'redirect',
      { logoutNameID: nameId, sessionIndex },
      'to here',
    ).context;
  }

  #fill(template: string, requestId: string | null, person: SamlPerson, { ahead = 0 }: Manner): string {
    const at = (minutes: number) => new Date(Date.now() + ahead + minutes * 60_000).toISOString();
    const sp = this.#sp({});
    const callback = String(sp.entityMeta.getAssertionConsumerService('post'));
    const values: Record<string, string> = {
      ID: `_${randomUUID()}`,
      AssertionID: `_${randomUUID()}`,
      IssueInstant: at(0),
      Destination: callback,
      SubjectRecipient: callback,
      Issuer: this.entityId,
      Audience: sp.entityMeta.getEntityID(),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: escapeXml(person.nameId),
      SubjectConfirmationDataNotOnOrAfter: at(5),
      ConditionsNotBefore: at(0),
      ConditionsNotOnOrAfter: at(5),
      InResponseTo: requestId ?? '',
      AuthnStatement: `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="session of ${escapeXml(person.nameId)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      Statement: `<saml:AttributeStatement>${Object.entries(person.attributes)
        .map(
          ([name, all]) =>
            `<saml:Attribute Name="${name}">${all.map((one) => `<saml:AttributeValue>${escapeXml(one)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
        )
        .join('')}</saml:AttributeStatement>`,
    };
    const filled = template.replace(/\{(\w+)\}/g, (_tag, name: string) => values[name] ?? '');
    return requestId === null ? filled.replaceAll(' InResponseTo=""', '') : filled;
  }

  #idp(
    { signer = 'idp', encrypts = false, algorithm = rsaSha256, ciphers }: Manner,
    certificates?: readonly ('idp' | 'next')[],
    wants = false,
  ) {
    const service = (Location: string) => [{ isDefault: true, Binding: redirect, Location }];
    return samlify.IdentityProvider({
      entityID: this.entityId,
      privateKey: keyPairs[signer].key,
      signingCert: (certificates ?? [signer]).map((name) => keyPairs[name].certificate),
      isAssertionEncrypted: encrypts,
      wantAuthnRequestsSigned: wants,
      wantLogoutRequestSigned: true,
      requestSignatureAlgorithm: algorithm,
      ...ciphers,
      singleSignOnService: service(this.signInUrl),
      singleLogoutService: service(this.logoutUrl),
      loginResponseTemplate: {
        // The library would fill in its own, with one value for each attribute.
        context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
          '{AttributeStatement}',
          '{Statement}',
        ),
        attributes: [],
      },
    });
  }

  #sp({ signs = 'assertion' }: Manner) {
    const metadata =
      signs === 'response'
        ? this.portal.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
        : this.portal;
    return samlify.ServiceProvider({
      metadata,
      wantMessageSigned: signs !== 'assertion',
      wantLogoutRequestSigned: true,
    });
  }
}
