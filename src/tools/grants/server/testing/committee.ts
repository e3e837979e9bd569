import type { Account } from '../../../../platform/contract/account.ts';
import { readAccount } from '../../../../platform/contract/account.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../platform/server/testing/test-server.ts';
import type { ApplicationDetails } from '../../contract/shapes.ts';
import {
  addApprover,
  applyForFunding,
  approveApplication,
  decideReport,
  editApplication,
  submitReport,
} from '../../contract.ts';
import { sampleApplication } from '../examples.ts';
import { grantsServer } from '../index.ts';

export interface TestCommittee {
  server: TestServer;
  it: TestClient;
  /** The applicant. */
  faculty: TestClient;
  /** `approver`, `approver2`, `approver3`: all of them have a seat. */
  voters: [TestClient, TestClient, TestClient];
}

/** A server with funding applications and a committee of three. */
export async function createTestCommittee(options: TestServerOptions = {}): Promise<TestCommittee> {
  const server = await createTestServer({ tools: [grantsServer], ...options });
  const [it, faculty] = [await server.signIn('it'), await server.signIn('faculty')];
  const voters: TestCommittee['voters'] = [
    await server.signIn('approver'),
    await server.signIn('approver2'),
    await server.signIn('approver3'),
  ];
  for (const voter of voters) {
    const { name, email } = (await voter.send(readAccount)).body as Account;
    await it.send(addApprover, { body: { fullName: name, email } });
  }
  return { server, it, faculty, voters };
}

/** An application that was submitted. @throws Error if it was refused */
export async function apply(
  client: TestClient,
  changes: Partial<typeof sampleApplication> = {},
): Promise<ApplicationDetails> {
  const answer = await client.send(applyForFunding, { body: { ...sampleApplication, ...changes } });
  if (answer.status !== 201) throw new Error(`The application was refused: ${answer.text}`);
  return answer.body.data;
}

/** What it cost, less than what `sampleApplication` asks for. */
export const sampleReport = {
  text: 'I presented our data, and two colleagues joined the study.',
  publicTransportationCosts: '380.25',
  collegeMotorPoolCost: '0',
  localTransportationCosts: '35.50',
  personalCarMileage: '0',
  housingCosts: '360',
  registrationFee: '150',
  mealCosts: '120',
  miscCosts: '0',
  amountOfAboveExpensesPaidFromOtherSources: '100',
};

/** An application that everyone approved. @param changes As for `apply` */
export async function applyAndApprove(
  { faculty, voters }: Pick<TestCommittee, 'faculty' | 'voters'>,
  changes: Partial<typeof sampleApplication> = {},
): Promise<ApplicationDetails> {
  const application = await apply(faculty, changes);
  for (const voter of voters) await approve(voter, application);
  return (await move(voters[0], application, 'Approved')).body.data;
}

type Versioned = Pick<ApplicationDetails, '_id' | 'version'>;

/** @param files Receipts, by their names */
export const report = (
  client: TestClient,
  { _id, version }: Versioned,
  changes: Partial<Record<keyof typeof sampleReport | 'draftVersion', string>> = {},
  files: readonly string[] = [],
) =>
  client.send(submitReport, {
    params: { id: _id },
    body: { ...sampleReport, ...changes, version },
    files: {
      receipts: files.map((fileName) => ({ fileName, content: fileName, contentType: 'text/plain' })),
    },
  });

export const decide = (
  client: TestClient,
  { _id, version }: Versioned,
  state: 'Accepted' | 'Returned',
  comment?: string,
) =>
  client.send(decideReport, {
    params: { id: _id },
    body: { state, version, ...(comment === undefined ? {} : { comment }) },
  });

/** Moves an activity into the past: people can only apply for future days. @param days How long it has been over */
export async function endActivity(server: TestServer, id: string, days: number): Promise<void> {
  await server.database.pool.query(
    `update grant_applications
     set starts_on = current_date - $2::int - 4, ends_on = current_date - $2::int where id = $1`,
    [id, days],
  );
}

export const approve = (voter: TestClient, { _id, version }: Pick<ApplicationDetails, '_id' | 'version'>) =>
  voter.send(approveApplication, { params: { id: _id }, body: { version } });

export const move = (
  client: TestClient,
  { _id, version }: Pick<ApplicationDetails, '_id' | 'version'>,
  approvalStatus: ApplicationDetails['approvalStatus'],
  comment?: string,
) =>
  client.send(editApplication, {
    params: { id: _id },
    body: { approvalStatus, version, ...(comment === undefined ? {} : { comment }) },
  });
