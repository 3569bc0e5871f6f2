import type { ByVersion, Proofs } from './evidence.ts';
import { all, client, pageParameters, recorded, traffic2021 } from './proof.ts';

const only = (parameters: Proofs): ByVersion => ({
  'v2.1': { call: traffic2021, message: traffic2021, parameters },
});

const settings = all(client('Ruby client'), 'name', 'description', 'mac_address');
const number = { id: traffic2021, number: traffic2021 };

export const ataEvidence = {
  createAta: only({ ...settings, domain: client('Ruby client') }),
  listAtas: only(pageParameters),
  getAta: only({ id: traffic2021, with_credentials: client('Ruby client') }),
  updateAta: only({ id: traffic2021, ...settings }),
  deleteAta: only({ id: traffic2021 }),
  regenerateAtaCredentials: only({ id: traffic2021 }),
  addAtaNumber: only(number),
  removeAtaNumber: only(number),
  getProvisioningUrls: only({ group: client('Ruby client') }),
} as const satisfies Record<string, ByVersion>;

const nullAlone = recorded('v2.1 traffic of 2021, which shows null alone');
const ata = {
  ...all(traffic2021, 'id', 'name', 'description', 'domain', 'mac_address'),
  ...all(nullAlone, 'user_phone_number', 'user_agent', 'sip_uri', 'group'),
  ...all(client('Ruby client: a time; null in traffic of 2021'), 'last_registered', 'expiry_time'),
};

export const ataRecords = {
  'v2.1': {
    Ata: ata,
    AtaWithCredentials: { ...ata, ...all(traffic2021, 'username', 'password') },
    AtaNumber: { phone_number: traffic2021 },
    ProvisioningUrls: all(traffic2021, 'Grandstream', 'OBi', 'Netgen'),
  },
};
